import Depot
import DepotSharing
import DepotValues
import Dispatch
import Foundation
import Observation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes on several threads at once, says the last value that it has written itself, and ends.
func exitWhileOthersWrite(_ count: Shared<Int>) {
    for _ in 0..<3 {
        Thread.detachNewThread { while true { count.withLock { $0 += 1 } } }
    }
    var last = 0
    for _ in 0..<Int.random(in: 1...200) {
        last = count.withLock { count in
            count += 1
            return count
        }
    }
    say("\(last)")
    exit(0)
}

/// A number in a file, written by a store that takes its time.
struct SlowKey: SharedKey {
    let path: String
    var id: String { path }

    func load(context: LoadContext, continuation: LoadContinuation<Int>) { continuation.resume(returning: nil) }
    func subscribe(subscriber: SharedSubscriber<Int>) -> SharedSubscription { SharedSubscription {} }
    func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
        usleep(1000)
        try? Data("\(value)".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        continuation.resume()
    }
}

func printDefault(_ key: String) {
    @Shared(.appStorage(key)) var count = -1
    say("\(count)")
}

/// Writes and ends when another process changes the file.
func exitInObserver(_ path: String) {
    @Shared(.fileStorage(URL(fileURLWithPath: path))) var text = ""
    let shared = $text
    let isSeen = Locked(false)
    withObservationTracking {
        _ = shared.wrappedValue
    } onChange: {
        // What it writes itself tells it once more.
        let isFirst = isSeen.withLock { isSeen in
            defer { isSeen = true }
            return !isSeen
        }
        guard isFirst else { return }
        shared.withLock { $0 += " seen" }
        exit(0)
    }
    say("ready")
    while true { sleep(1) }
}

/// Writes, and ends when it is told to.
func exitOnTermination(_ path: String) {
    signal(SIGTERM, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
    source.setEventHandler { exit(0) }
    source.activate()
    @Shared(.fileStorage(URL(fileURLWithPath: path))) var text = ""
    $text.withLock { $0 = "before" }
    $text.withLock { $0 = "last" }
    say("ready")
    while true { sleep(1) }
}

/// Writes, and ends on two threads at once.
func exitOnTwoThreads(_ path: String) {
    @Shared(.fileStorage(URL(fileURLWithPath: path))) var count = 0
    for _ in 0..<10 { $count.withLock { $0 += 1 } }
    for _ in 0..<2 { Thread.detachNewThread { exit(0) } }
    while true { sleep(1) }
}

/// Ends while a value is made into bytes.
func exitInSave(_ path: String) {
    let key: FileStorageKey<String> = .fileStorage(
        URL(fileURLWithPath: path), decode: { String(decoding: $0, as: UTF8.self) },
        encode: { text in
            if text == "first" { exit(0) }
            return Data(text.utf8)
        })
    @Shared(key) var text = ""
    $text.withLock { $0 = "first" }
    $text.withLock { $0 = "second" }
    while true { sleep(1) }
}

/// Fails to save, and ends when there is a place for the file.
func exitAfterFailure(_ path: String) async {
    let url = URL(fileURLWithPath: path)
    let directory = url.deletingLastPathComponent()
    try? Data().write(to: directory)
    @Shared(.fileStorage(url)) var text = ""
    $text.withLock { $0 = "kept" }
    do { try await $text.save() } catch { say("failed") }
    try? FileManager.default.removeItem(at: directory)
    exit(0)
}

/// Takes all descriptors that the process may have.
///
/// - Returns: What gives them back.
private func takeDescriptors() -> () -> Void {
    // Dispatch takes some for itself when it is first used, and ends the process if it gets none.
    let isUsed = DispatchSemaphore(value: 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { isUsed.signal() }
    isUsed.wait()
    var taken: [Int32] = []
    while true {
        let descriptor = open("/dev/null", O_RDONLY)
        if descriptor < 0 { break }
        taken.append(descriptor)
    }
    return { for descriptor in taken { close(descriptor) } }
}

/// Loads a list while no file can be opened, and appends to it when one can.
func noDescriptors(_ path: String) async {
    let giveBack = takeDescriptors()
    @Shared(.fileStorage(URL(fileURLWithPath: path))) var list: [Int] = []
    giveBack()
    say("\(list) \($list.loadError == nil ? "no error" : "an error")")
    $list.withLock { $0.append(4) }
    do { try await $list.save() } catch { say("\(error)") }
    say("\(list)")
}

/// Has no descriptor for the watcher at first.
func noWatcher(_ path: String) async {
    let giveBack = takeDescriptors()
    @Shared(.fileStorage(URL(fileURLWithPath: path))) var text = "default"
    say("\(text) \($text.loadError == nil ? "no error" : "an error")")
    giveBack()
    for await text in $text.values where text != "default" {
        say(text)
        break
    }
    say("\($text.loadError == nil ? "no error" : "an error")")
}

/// Rewrites files with a mask that takes all from others.
func narrowUmask(_ directory: String) async {
    umask(0o077)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names.sorted() + ["new.json"] {
        @Shared(.fileStorage(URL(fileURLWithPath: directory).appending(path: name))) var text = "default"
        $text.withLock { $0 = "rewritten" }
        do { try await $text.save() } catch { say("\(error)") }
    }
}
