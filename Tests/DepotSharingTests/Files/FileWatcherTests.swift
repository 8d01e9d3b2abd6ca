import Depot
import DepotTesting
import DepotValues
import Foundation
import Observation
import Testing

@testable import DepotSharing

@Suite(.dependencies { $0.defaultFileStorage = .disk }) struct FileWatcherTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func `H9 an atomic replace, a plain write, a delete and a move are seen`() async throws {
        @Shared(.fileStorage(folder.file())) var value = 0
        try Data("1".utf8).write(to: folder.file(), options: .atomic)
        #expect(await wait(for: $value.values) { $0 == 1 } == 1)
        let handle = try FileHandle(forWritingTo: folder.file())
        try handle.write(contentsOf: Data("2".utf8))
        try handle.close()
        #expect(await wait(for: $value.values) { $0 == 2 } == 2)
        try FileManager.default.removeItem(at: folder.file())
        #expect(await wait(for: $value.values) { $0 == 0 } == 0)
        try Data("3".utf8).write(to: folder.file("other"))
        try FileManager.default.moveItem(at: folder.file("other"), to: folder.file())
        #expect(await wait(for: $value.values) { $0 == 3 } == 3)
        try FileManager.default.moveItem(at: folder.file(), to: folder.file("other"))
        #expect(await wait(for: $value.values) { $0 == 0 } == 0)
    }

    @Test func `H9 a file is seen whose directories are made later`() async throws {
        @Shared(.fileStorage(folder.file("a/b/value.json"))) var value = 0
        try FileManager.default.createDirectory(at: folder.file("a/b"), withIntermediateDirectories: true)
        try Data("1".utf8).write(to: folder.file("a/b/value.json"))
        #expect(await wait(for: $value.values) { $0 == 1 } == 1)
    }

    private func put(_ text: String, in name: String) throws {
        try FileManager.default.createDirectory(
            at: folder.file(name).deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.file(name))
    }

    /// Replaces a link in one step.
    private func turn(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder.file("new").path, withDestinationPath: target)
        #expect(rename(folder.file("new").path, folder.file(name).path) == 0)
    }

    private func move(_ name: String, to other: String) { #expect(rename(folder.file(name).path, folder.file(other).path) == 0) }

    @Test func `H9 a link of a file that is turned elsewhere is followed`() async throws {
        try put("1", in: "one.json")
        try put("2", in: "deeper/two.json")
        try turn("link.json", to: "one.json")
        @Shared(.fileStorage(folder.file("link.json"))) var value = 0
        let shared = $value
        #expect(value == 1)
        try turn("link.json", to: "deeper/two.json")
        #expect(await wait(for: shared.values) { $0 == 2 } == 2)
        try put("3", in: "deeper/two.json")
        #expect(await wait(for: shared.values) { $0 == 3 } == 3)
        shared.withLock { $0 = 4 }
        try await shared.save()
        #expect(folder.text("deeper/two.json") == "4" && folder.text("one.json") == "1")
        // Who names the file that it leads to has the same value.
        @Shared(.fileStorage(folder.file("deeper/two.json"))) var same = 0
        $same.withLock { $0 = 5 }
        #expect(value == 5)
    }

    @Test func `H9 a link of a directory that is turned elsewhere is followed, link by link`() async throws {
        try put("1", in: "first/value.json")
        try put("2", in: "second/value.json")
        try turn("data", to: "first")
        try turn("value.json", to: "data/value.json")
        @Shared(.fileStorage(folder.file("value.json"))) var value = 0
        #expect(value == 1)
        try turn("data", to: "second")
        #expect(await wait(for: $value.values) { $0 == 2 } == 2)
        try put("3", in: "second/value.json")
        #expect(await wait(for: $value.values) { $0 == 3 } == 3)
    }

    @Test func `H9 a directory further up that is replaced is followed`() async throws {
        try put("1", in: "a/b/c/value.json")
        try put("2", in: "other/b/c/value.json")
        @Shared(.fileStorage(folder.file("a/b/c/value.json"))) var value = 0
        #expect(value == 1)
        move("a", to: "old")
        #expect(await wait(for: $value.values) { $0 == 0 } == 0)
        move("other", to: "a")
        #expect(await wait(for: $value.values) { $0 == 2 } == 2)
        try put("3", in: "a/b/c/value.json")
        #expect(await wait(for: $value.values) { $0 == 3 } == 3)
    }

    @Test func `H9 the target of a link that is made later is seen`() async throws {
        try turn("link.json", to: "a/b/value.json")
        @Shared(.fileStorage(folder.file("link.json"))) var value = 0
        try put("1", in: "a/b/value.json")
        #expect(await wait(for: $value.values) { $0 == 1 } == 1)
    }

    @Test func `H9 a link that is turned leaves those alone who named its file`() async throws {
        try put("1", in: "one.json")
        try put("2", in: "two.json")
        try turn("link.json", to: "one.json")
        @Shared(.fileStorage(folder.file("link.json"))) var linked = 0
        @Shared(.fileStorage(folder.file("one.json"))) var one = 0
        try turn("link.json", to: "two.json")
        try put("3", in: "one.json")
        #expect(await wait(for: $one.values) { $0 == 3 } == 3)
        #expect(linked == 3)
        @Shared(.fileStorage(folder.file("link.json"))) var turned = 0
        #expect(turned == 2)
    }

    @Test func `H9 the watch of a directory outlives the properties that had it`() async throws {
        let rounds = stressRounds(200, full: 2_000)
        for round in 1...rounds {
            let name = "\(round % 5).json"
            try Data("0".utf8).write(to: folder.file(name))
            let old = Locked<Shared<Int>?>(Shared(wrappedValue: 0, .fileStorage(folder.file("old"))))
            let release = Task.detached {
                let last = old.withLock { old in
                    defer { old = nil }
                    return old
                }
                withExtendedLifetime(last) {}
            }
            let shared = Shared(wrappedValue: 0, .fileStorage(folder.file(name)))
            await release.value
            try Data("\(round)".utf8).write(to: folder.file(name), options: .atomic)
            #expect(await eventually { shared.wrappedValue == round }, "round \(round)")
        }
    }

    #if os(Linux)
        @Test func `H9 a directory that is only kept is no longer watched once something has happened in it`() async throws {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.url.path)
            let number = String(try #require(attributes[.systemFileNumber] as? UInt64), radix: 16)
            /// The process's own list of what it watches gives the number of each directory.
            @Sendable func isWatched() -> Bool {
                let lists = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo")) ?? []
                return lists.contains { name in
                    let list = (try? String(contentsOfFile: "/proc/self/fdinfo/\(name)", encoding: .utf8)) ?? ""
                    return list.contains("inotify wd:") && list.contains(" ino:\(number) ")
                }
            }
            do {
                let shared = Shared(wrappedValue: 0, .fileStorage(folder.file()))
                #expect(isWatched())
                withExtendedLifetime(shared) {}
            }
            // Whatever has the last reference to the file may be another thread.
            #expect(
                await eventually {
                    try? Data("1".utf8).write(to: folder.file("other.json"))
                    return !isWatched()
                })
        }

        @Test func `H9 C9 where the system has no more watches the error says which of its limits that is`() {
            let text = SharedError.ofWatching("/tmp/value.json", ENOSPC).description
            #expect(
                text == """
                    Depot: the file of a shared property cannot be watched.
                      File:   /tmp/value.json
                      Reason: The user's watches of directories are all in use. Raise fs.inotify.max_user_watches (sysctl).
                    The value is loaded and saved as ever, but what others write is not heard of. That is tried again by itself: after
                    a second, and later each time, up to about a minute.
                    """)
            #expect(SharedError.ofWatching("/tmp/value.json", EMFILE).description.contains("fs.inotify.max_user_instances"))
            #expect(SharedError.ofWatching("/tmp/value.json", EACCES).description.contains("Permission denied"))
        }
    #endif

    @Test func `H9 of many files in one directory each change is seen`() async throws {
        let count = stressRounds(300, full: 1_000)
        for number in 0..<count { try Data("0".utf8).write(to: folder.file("\(number)")) }
        let all = (0..<count).map { Shared(wrappedValue: -1, .fileStorage(folder.file("\($0)"))) }
        for number in 0..<count { try Data("\(number + 1)".utf8).write(to: folder.file("\(number)"), options: .atomic) }
        #expect(await eventually { all.enumerated().allSatisfy { $1.wrappedValue == $0 + 1 } })
    }

    @Test func `H9 of many files that change at once each is told`() async throws {
        let names = (0..<300).map { "\($0)" }
        for name in names + ["gate"] { try put("0", in: name) }
        let told = Locked<Set<String>>([])
        let watches = try names.map { name in
            try FileWatcher.watch(folder.file(name).path, changed: { told.withLock { _ = $0.insert(name) } }, failed: { _ in })
        }
        // Whatever happens while it is in here comes at once behind it.
        let (isIn, mayGo) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isFirst = Locked(true)
        let gate = try FileWatcher.watch(
            folder.file("gate").path,
            changed: {
                guard
                    isFirst.withLock({ isFirst in
                        defer { isFirst = false }
                        return isFirst
                    })
                else { return }
                isIn.signal()
                mayGo.wait()
            }, failed: { _ in })
        try put("1", in: "gate")
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                isIn.wait()
                continuation.resume()
            }
        }
        for name in names { try put("1", in: name) }
        mayGo.signal()
        #expect(await eventually { told.withLock { $0.count } == names.count })
        for watch in watches + [gate] { watch.cancel() }
    }

    @Test func `H9 of many files whose directory is moved each is told`() async throws {
        let names = (0..<300).map { "\($0)" }
        for name in names { try put("1", in: "a/\(name)") }
        let all = names.map { Shared(wrappedValue: 0, .fileStorage(folder.file("a/\($0)"))) }
        #expect(all.allSatisfy { $0.wrappedValue == 1 })
        move("a", to: "b")
        #expect(await eventually { all.allSatisfy { $0.wrappedValue == 0 } })
    }
}
