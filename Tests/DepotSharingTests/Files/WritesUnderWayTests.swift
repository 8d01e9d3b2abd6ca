import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Testing

/// What others see of a write that is not in the file yet.
@Suite(.dependencies { $0.defaultFileStorage = .disk }) struct WritesUnderWayTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private func increment() {
        @Shared(.fileStorage(folder.file())) var number = 0
        $number.withLock { $0 += 1 }
    }

    private var number: Int {
        @Shared(.fileStorage(folder.file())) var number = 0
        return number
    }

    @Test func `H15 a property that is made anew has what was written before it`() async {
        let rounds = stressRounds(300, full: 2_000)
        for _ in 0..<rounds { increment() }
        #expect(number == rounds)
        #expect(await eventually { folder.text() == "\(rounds)" })
    }

    @Test(.dependencies { $0.continuousClock = .immediate })
    func `H15 properties that are made while the file is written lose nothing`() async {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let key: FileStorageKey<Int> = .fileStorage(
            folder.file(), decode: { Int(String(decoding: $0, as: UTF8.self)) ?? -1 },
            encode: { number in
                begin.yield()
                return Data("\(number)".utf8)
            })
        func add(_ summand: Int) -> Int {
            @Shared(key) var number = 0
            $number.withLock { $0 += summand }
            return number
        }
        let rounds = stressRounds(100, full: 1_000)
        var written = begun.makeAsyncIterator()
        for _ in 0..<rounds {
            _ = add(1)
            await written.next()
        }
        #expect(add(0) == rounds)
    }

    @Test func `H15 properties that several threads make anew lose nothing`() async {
        let rounds = stressRounds(200, full: 2_000)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { for _ in 0..<rounds / 4 { increment() } } }
        }
        #expect(number == rounds)
        #expect(await eventually { folder.text() == "\(rounds)" })
    }

    @Test func `H15 a value that is being written is there for the next property`() async {
        let isHeld = Locked(true)
        let key: FileStorageKey<String> = .fileStorage(
            folder.file(), decode: { String(decoding: $0, as: UTF8.self) },
            encode: { text in
                blockUntil { !isHeld.withLock { $0 } }
                return Data(text.utf8)
            })
        func write(_ new: String) {
            @Shared(key) var text = ""
            $text.withLock { $0 = new }
        }
        write("new")
        @Shared(key) var text = ""
        #expect(text == "new")
        isHeld.withLock { $0 = false }
        #expect(await eventually { folder.text() == "new" })
    }

    @Test func `H15 a load while a write is under way does not bring the old value back`() async throws {
        try Data("1".utf8).write(to: folder.file())
        let steps = Locked((isHeld: false, hasDecoded: false, isLoaded: false))
        let key: FileStorageKey<Int> = .fileStorage(
            folder.file(),
            decode: { [folder] data in
                if steps.withLock({ $0.isHeld }) {
                    steps.withLock { $0.hasDecoded = true }
                    blockUntil { folder.text() == "2" }
                }
                return Int(String(decoding: data, as: UTF8.self)) ?? -1
            },
            encode: { number in
                blockUntil { steps.withLock { $0.hasDecoded || $0.isLoaded } }
                return Data("\(number)".utf8)
            })
        @Shared(key) var number = 0
        #expect(number == 1)
        steps.withLock { $0.isHeld = true }
        $number.withLock { $0 = 2 }
        try await $number.load()
        steps.withLock { ($0.isHeld, $0.isLoaded) = (false, true) }
        #expect(number == 2)
        try await $number.save()
        #expect(number == 2 && folder.text() == "2")
    }
}
