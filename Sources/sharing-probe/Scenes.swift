import Depot
import DepotSharing
import DepotValues
import Dispatch
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A value whose parts have to agree, large enough for a write to take a while.
struct Page: Codable, Sendable, Equatable {
    var number = 0
    var lines: [String] = []

    init(number: Int = 0) {
        self.number = number
        lines = Array(repeating: "line of page \(number)", count: 2000)
    }
}

func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

/// Replaces a file as fast as it goes, until it is killed.
func writeForever(_ path: String) -> Never {
    @Shared(.fileStorage(URL(fileURLWithPath: path))) var page = Page()
    let shared = $page
    let done = DispatchSemaphore(value: 0)
    say("ready")
    while true {
        shared.withLock { $0 = Page(number: $0.number + 1) }
        say("writing")
        Task.detached {
            do { try await shared.save() } catch { say(reason(error)) }
            done.signal()
        }
        done.wait()
    }
}

/// Writes twice, so that the second one has to wait, and ends.
func writeAndExit(_ path: String, value: String) {
    @Shared(.fileStorage(URL(fileURLWithPath: path))) var text = ""
    $text.withLock { $0 = "before" }
    $text.withLock { $0 = value }
}

/// The same in user defaults.
func defaultAndExit(_ key: String, value: String) {
    @Shared(.appStorage(key)) var text = ""
    say(text)
    $text.withLock { $0 = value }
}

/// Writes into a file that another process writes to as well, and says what it ends with.
func duel(_ path: String, name: String, writes: Int) async {
    @Shared(.fileStorage(URL(fileURLWithPath: path))) var text = ""
    let shared = $text
    say("ready")
    _ = readLine()
    for number in 0..<writes {
        shared.withLock { $0 = "\(name) \(number)" }
        do { try await shared.save() } catch { say(reason(error)) }
    }
    say("done")
    // The test lets it look once both are done, and its watcher has seen the last write.
    while let line = readLine() {
        if line == "end" { return }
        say(shared.wrappedValue)
    }
}

/// Appends each line of standard input to a list, and says what the list is whenever it changes.
func append(_ path: String) async {
    @Shared(.fileStorage(URL(fileURLWithPath: path))) var list: [String] = []
    let shared = $list
    Task.detached {
        for await list in shared.values { say(list.joined(separator: ",")) }
    }
    while let line = readLine() {
        shared.withLock { $0.append(line) }
        do { try await shared.save() } catch { say(reason(error)) }
    }
}

/// Drops the rights of root, for good or as a service does that may need them again, and meets a file and a directory that it has no rights to.
func asNobody(_ directory: String, forGood: Bool) async {
    #if os(Linux)
        if getuid() == 0 {
            let isDropped = forGood ? setgid(65534) == 0 && setuid(65534) == 0 : setegid(65534) == 0 && seteuid(65534) == 0
            if !isDropped { return say("cannot drop the rights of root") }
        }
    #endif
    let base = URL(fileURLWithPath: directory)
    do {
        @Shared(.fileStorage(base.appending(path: "secret.json"))) var secret = "default"
        say("unreadable: \(secret) \(reason($secret.loadError))")
        $secret.withLock { $0 = "mine" }
        do { try await $secret.save() } catch { say(reason(error)) }
        say("unreadable, written: \(reason($secret.saveError))")
        try? Data("spoiled".utf8).write(to: base.appending(path: "secret.json"))
        $secret.withLock { $0 = "mine again" }
        do { try await $secret.save() } catch { say(reason(error)) }
        say("spoiled, written: \(reason($secret.saveError))")
    }
    do {
        @Shared(.fileStorage(base.appending(path: "closed/value.json"))) var value = "default"
        $value.withLock { $0 = "kept in memory" }
        do { try await $value.save() } catch { say("read-only: \(reason(error))") }
        say("read-only: \(value) \(reason($value.saveError))")
    }
    do {
        @Shared(.fileStorage(base.appending(path: "group.json"))) var value = "default"
        $value.withLock { $0 = "rewritten" }
        do { try await $value.save() } catch { say(reason(error)) }
    }
    @Shared(.fileStorage(base.appending(path: "unlisted/value.json"))) var value = "default"
    say("unlisted: \(value) \(reason($value.loadError))")
    @Shared(.fileStorage(base.appending(path: "shut/value.json"))) var shut = "default"
    say("shut: \(shut) \(reason($shut.loadError))")
}

/// Writes more than the process may.
func smallDisk(_ path: String) async {
    #if os(Linux)
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
        _ = setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #endif
    @Shared(.fileStorage(URL(fileURLWithPath: path))) var text = "default"
    $text.withLock { $0 = String(repeating: "x", count: 10_000) }
    do { try await $text.save() } catch { say("large: \(reason(error))") }
    say("in memory: \(text.count)")
    $text.withLock { $0 = "small" }
    do { try await $text.save() } catch { say("small: \(reason(error))") }
    say("then: \(reason($text.saveError))")
}

/// Fills a small disk.
func fullDisk(_ path: String) async {
    let url = URL(fileURLWithPath: path)
    @Shared(.fileStorage(url)) var text = "default"
    func onDisk() -> String { (try? String(contentsOf: url, encoding: .utf8)) ?? "nothing" }
    func save(_ new: String) async {
        $text.withLock { $0 = new }
        do { try await $text.save() } catch { say("large: \(reason(error))") }
    }
    await save("old")
    say("old: \(reason($text.saveError))")
    await save(String(repeating: "x", count: 100_000))
    say("in memory: \(text.count)")
    say("on the disk: \(onDisk())")
    await save("small")
    say("then: \(reason($text.saveError))")
    say("on the disk: \(onDisk())")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)) ?? []
    say("files: \(names.sorted().joined(separator: " "))")
}

private func reason(_ error: (any Error)?) -> String {
    switch error {
    case nil: "no error"
    case SharedError.file(_, let action, let reason)?: "\(action): \(reason)"
    case let error?: "\(error)"
    }
}
