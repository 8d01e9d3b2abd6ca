import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Testing

@Suite(.dependencies { $0.defaultFileStorage = .disk }) struct FileStorageKeyTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func `H6 the last of a thousand rounds of concurrent writes is what the file holds`() async throws {
        @Shared(.fileStorage(folder.file())) var count = 0
        let shared = $count
        for round in 0..<stressRounds(100, full: 1_000) {
            await withTaskGroup(of: Void.self) { group in
                for task in 0..<4 { group.addTask { shared.withLock { $0 = round * 10 + task } } }
            }
            try await shared.save()
            #expect(folder.text() == "\(count)")
        }
    }

    @Test func `H8 a missing file is the default, and nothing is written until a write`() async throws {
        @Shared(.fileStorage(folder.file("new/value.json"))) var value = 1
        #expect(value == 1)
        #expect($value.loadError == nil)
        #expect(folder.names == [])
        $value.withLock { $0 = 2 }
        try await $value.save()
        #expect(folder.text("new/value.json") == "2")
    }

    @Test func `H8 an empty file is the default`() throws {
        try Data().write(to: folder.file())
        @Shared(.fileStorage(folder.file())) var value = 1
        #expect(value == 1)
        #expect($value.loadError == nil)
        #expect(folder.text() == "")
    }

    @Test func `H8 a corrupt file is the default with an error, and its bytes are kept`() async throws {
        try Data("not json".utf8).write(to: folder.file())
        @Shared(.fileStorage(folder.file())) var value = 1
        #expect(value == 1)
        let text = try #require($value.loadError as? SharedError).description
        #expect(
            text.hasPrefix(
                """
                Depot: a file does not hold the value of a shared property.
                  File:   \(folder.file().path)
                  Type:   Int
                  Reason:
                """))
        #expect(
            text.hasSuffix(
                """
                The property has its default, or goes on with the value that it had. The first write keeps these bytes in a file
                next to this one, whose name ends in ".corrupt". Put the file right, and it is loaded at once; or give Int a
                Decodable conformance that reads it.
                """))
        #expect(folder.names == ["value.json"])
        $value.withLock { $0 = 2 }
        try await $value.save()
        #expect(folder.text() == "2")
        #expect(folder.text("value.json.corrupt") == "not json")
        try Data("worse".utf8).write(to: folder.file())
        $value.withLock { $0 = 3 }
        try await $value.save()
        #expect(folder.text("value.json.corrupt-2") == "worse")
        #expect(folder.text() == "3")
    }

    @Test func `H8 a corrupt file that is put right is loaded`() async throws {
        try Data("not json".utf8).write(to: folder.file())
        @Shared(.fileStorage(folder.file())) var value = 1
        try Data("7".utf8).write(to: folder.file(), options: .atomic)
        #expect(await wait(for: $value.values) { $0 == 7 } == 7)
        #expect($value.loadError == nil)
    }

    @Test func `H8 a directory in the place of the file is an error, and stays`() async throws {
        try FileManager.default.createDirectory(at: folder.file(), withIntermediateDirectories: true)
        @Shared(.fileStorage(folder.file())) var value = 1
        let reason = "Is a directory"
        guard case .file(_, "read", reason) = $value.loadError as? SharedError else {
            return #expect(Bool(false), "\($value.loadError as Any)")
        }
        $value.withLock { $0 = 2 }
        await #expect(throws: SharedError.self) { try await $value.save() }
        #expect(value == 2)
        guard case .file(_, "written", reason) = $value.saveError as? SharedError else {
            return #expect(Bool(false), "\($value.saveError as Any)")
        }
        #expect(folder.names == ["value.json"])
        try FileManager.default.removeItem(at: folder.file())
        try await $value.save()
        #expect($value.saveError == nil)
        #expect(folder.text() == "2")
    }

    @Test func `H8 all who have a file hear that it can no longer be read, also where a new property finds that out first`() async throws {
        let folder = try Folder()
        func property(_ context: DependencyContext) -> Shared<Int> {
            withDependencies {
                $0.context = context
                $0.defaultFileStorage = .disk
            } operation: {
                Shared(wrappedValue: 1, .fileStorage(folder.file()))
            }
        }
        let first = property(.test)
        #expect(first.loadError == nil)
        try FileManager.default.createDirectory(at: folder.file(), withIntermediateDirectories: false)
        let second = property(.preview)
        #expect(second.loadError != nil)
        #expect(await eventually { first.loadError != nil })
        #expect(first.wrappedValue == 1)
    }

    @Test func `H8 what could not be saved is tried again`() async throws {
        try Data().write(to: folder.file("in the way"))
        @Shared(.fileStorage(folder.file("in the way/value.json"))) var value = 1
        let shared = $value
        shared.withLock { $0 = 2 }
        await #expect(throws: SharedError.self) { try await shared.save() }
        #expect(shared.saveError != nil)
        try FileManager.default.removeItem(at: folder.file("in the way"))
        #expect(await eventually { folder.text("in the way/value.json") == "2" })
        #expect(await eventually { shared.saveError == nil })
    }

    @Test func `H8 what could not be saved is there for the next property`() async throws {
        try Data().write(to: folder.file("in the way"))
        let url = folder.file("in the way/value.json")
        func write() async {
            @Shared(.fileStorage(url)) var value = 1
            $value.withLock { $0 = 2 }
            await #expect(throws: SharedError.self) { try await $value.save() }
        }
        await write()
        @Shared(.fileStorage(url)) var value = 1
        #expect(value == 2)
    }

    @Test func `H16 a file that is replaced while its property is made is seen`() async throws {
        for round in 1...stressRounds(50, full: 2_000) {
            let url = folder.file("\(round % 7).json")
            try Data("0".utf8).write(to: url, options: .atomic)
            let writer = Task.detached { try Data("\(round)".utf8).write(to: url, options: .atomic) }
            let shared = Shared(wrappedValue: -1, .fileStorage(url))
            try await writer.value
            #expect(await eventually { shared.wrappedValue == round }, "round \(round)")
        }
    }

    /// A key that lets a look at the file go on when a load has begun.
    private struct GateKey: SharedKey {
        let base: FileStorageKey<Int>
        let gate: DispatchSemaphore
        var id: FileStorageKeyID { base.id }

        func bound() -> GateKey { GateKey(base: base.bound(), gate: gate) }
        func load(context: LoadContext, continuation: LoadContinuation<Int>) {
            base.load(context: context, continuation: continuation)
            if context == .userInitiated { gate.signal() }
        }
        func subscribe(subscriber: SharedSubscriber<Int>) -> SharedSubscription { base.subscribe(subscriber: subscriber) }
        func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
            base.save(value, context: context, continuation: continuation)
        }
    }

    /// What a look and a load of one file do in turn: the look has read 1, and the load finds 2.
    private final class Turns: Sendable {
        let (looking, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        private let state = Locked((value: Shared<Int>?.none, decodes: 0, isOver: false))

        func begin(_ value: Shared<Int>) { state.withLock { $0.value = value } }

        func end() { state.withLock { ($0.value, $0.isOver) = (nil, true) } }

        func decode(_ number: Int) -> Int {
            if number == 1 {
                looking.signal()
                gate.wait()
            } else if number == 2, state.withLock({ isFirst(&$0.decodes) }) {
                // The property has 1 by now where the look has told first; else it gets that in the middle of the load.
                gate.signal()
                blockUntil { self.shown == 1 }
            } else if number == 2 {
                blockUntil { self.shown == 2 || self.state.withLock { $0.isOver } }
            }
            return number
        }

        private func isFirst(_ decodes: inout Int) -> Bool {
            decodes += 1
            return decodes == 1
        }

        private var shown: Int? { state.withLock { $0.value }?.wrappedValue }
    }

    @Test func `H16 what a slow look had read before is not taken for newer than what is loaded`() async throws {
        let (storage, url, turns) = (FileStorage.inMemory(), URL(fileURLWithPath: "/value.json"), Turns())
        let key: FileStorageKey<Int> = .fileStorage(
            url, decode: { turns.decode(Int(String(decoding: $0, as: UTF8.self)) ?? -1) }, encode: { Data("\($0)".utf8) })
        let value = withDependencies {
            $0.defaultFileStorage = storage
        } operation: {
            Shared(wrappedValue: 0, GateKey(base: key, gate: turns.gate))
        }
        turns.begin(value)
        try storage.write(Data("1".utf8), to: url)
        blockUntil { turns.looking.wait(timeout: .now()) == .success }
        try storage.write(Data("2".utf8), to: url)
        try await value.load()
        #expect(value.wrappedValue == 2)
        turns.end()
    }

    @Test func `H1 two contexts with one file see each other's writes`() async throws {
        let url = folder.file()
        let first = Shared(wrappedValue: 0, .fileStorage(url))
        let second = await Task.detached {
            withDependencies {
                $0.defaultFileStorage = .disk
            } operation: {
                Shared(wrappedValue: 0, .fileStorage(url))
            }
        }.value
        first.withLock { $0 = 1 }
        try await first.save()
        #expect(await eventually { second.wrappedValue == 1 })
        second.withLock { $0 = 2 }
        try await second.save()
        #expect(await eventually { first.wrappedValue == 2 })
    }

    @Test func `H8 a directory that cannot be written is an error that says so`() async throws {
        let url = URL(fileURLWithPath: "/proc/depot-sharing/value.json")
        @Shared(.fileStorage(url)) var value = 1
        $value.withLock { $0 = 2 }
        await #expect(throws: SharedError.self) { try await $value.save() }
        let text = try #require($value.saveError as? SharedError).description
        #expect(
            text.hasPrefix(
                """
                Depot: the file of a shared property cannot be written.
                  File:   /proc/depot-sharing/value.json
                  Reason:
                """))
        #expect(
            text.hasSuffix(
                """
                The value is kept in memory. See to the path, its permissions and the space on the disk; the next write or
                save() tries again.
                """))
        #expect(value == 2)
    }

    @Test func `H9 a thousand own writes are not echoed and never roll back`() async throws {
        @Shared(.fileStorage(folder.file())) var value = 0
        let shared = $value
        var values = shared.values.makeAsyncIterator()
        for number in 1...1000 {
            shared.withLock { $0 = number }
            if number % 10 == 0 { try await shared.save() }
        }
        for number in 0...1000 { #expect(await values.next() == number) }
        // A change of another file of the directory shows that everything before it has been looked at.
        @Shared(.fileStorage(folder.file("other.json"))) var other = 0
        try Data("1".utf8).write(to: folder.file("other.json"))
        _ = await wait(for: $other.values) { $0 == 1 }
        #expect(value == 1000)
    }

    @Test func `H9 a save of what the property has not written undoes nothing that others have written`() async throws {
        let url = folder.file()
        try Data("1".utf8).write(to: url)
        let value = Shared(wrappedValue: 0, DeafKey(base: .fileStorage(url)))
        try Data("2".utf8).write(to: url)
        try await value.save()
        #expect(folder.text() == "2")
        try FileManager.default.removeItem(at: url)
        try await value.save()
        #expect(folder.names == [])
        value.withLock { $0 = 3 }
        try await value.save()
        #expect(folder.text() == "3")
    }

    @Test func `H9 a save does not bring back what another process has removed and the property has not heard of yet`() async throws {
        let (storage, url, gate) = (FileStorage.inMemory(), URL(fileURLWithPath: "/value.json"), DispatchSemaphore(value: 0))
        let (looks, saves) = (Counter(), Counter())
        let base: FileStorageKey<Int> = .fileStorage(
            url,
            decode: { data in
                let number = Int(String(decoding: data, as: UTF8.self)) ?? -1
                if number == 2 {
                    looks.add()
                    gate.wait()
                }
                return number
            }, encode: { Data("\($0)".utf8) })
        try storage.write(Data("1".utf8), to: url)
        let value = withDependencies {
            $0.defaultFileStorage = storage
        } operation: {
            Shared(wrappedValue: 0, CountingKey(base: base, saves: saves))
        }
        try storage.write(Data("2".utf8), to: url)
        #expect(await eventually { looks.value == 1 })
        try storage.write(nil, to: url)
        // It has 1 still, and the file is looked at again when it has heard of 2.
        let save = Task { try await value.save() }
        #expect(await eventually { saves.value == 1 })
        #expect(value.wrappedValue == 1)
        gate.signal()
        try await save.value
        #expect(await eventually { value.wrappedValue == 0 })
        #expect(try storage.data(at: url) == nil)
    }

    @Test func `H8 a save puts the default into a file that is missing or empty`() async throws {
        try Data().write(to: folder.file("empty.json"))
        for name in ["missing.json", "empty.json"] {
            @Shared(.fileStorage(folder.file(name))) var value = 7
            try await $value.save()
            #expect(folder.text(name) == "7")
        }
    }

    @Test func `H1 one file has one format of one's own`() async throws {
        let key: FileStorageKey<[String]> = .fileStorage(
            folder.file("lines.txt"), decode: { String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init) },
            encode: { Data($0.joined(separator: "\n").utf8) })
        @Shared(key) var lines: [String] = []
        $lines.withLock { $0 = ["a", "b"] }
        try await $lines.save()
        #expect(folder.text("lines.txt") == "a\nb")
    }
}
