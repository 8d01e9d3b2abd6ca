import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Testing

/// Two contexts with one file in memory, whose clock the test turns.
@Suite struct TwoContextsTests {
    private let url = URL(fileURLWithPath: "/value.json")
    private let clock = TestClock()
    private let storage = FileStorage.inMemory()

    private func property(_ key: FileStorageKey<Int>?, _ context: DependencyContext = .test) -> Shared<Int> {
        withDependencies {
            $0.context = context
            $0.continuousClock = clock
            $0.defaultFileStorage = storage
        } operation: {
            Shared(wrappedValue: 0, key ?? .fileStorage(url))
        }
    }

    private func expectAtRest(_ value: Int, _ properties: Shared<Int>...) async {
        let (storage, url, data) = (storage, url, Data("\(value)".utf8))
        let isWritten = await eventually { (try? storage.data(at: url)) == data }
        #expect(isWritten)
        for property in properties { #expect(await wait(for: property.values) { $0 == value } == value) }
    }

    /// Both properties, after a first write, while the file rests.
    private func atRest(_ key: FileStorageKey<Int>? = nil) async -> (Shared<Int>, Shared<Int>) {
        let (a, b) = (property(key), property(key, .preview))
        a.withLock { $0 = 9 }
        await clock.sleepers(1)
        await expectAtRest(9, a, b)
        return (a, b)
    }

    @Test func `H15 of two contexts that write one file within its rest the later one counts for both`() async throws {
        let (a, b) = await atRest()
        a.withLock { $0 = 1 }
        b.withLock { $0 = 2 }
        await clock.advance(by: .seconds(1))
        await expectAtRest(2, a, b)
        try await a.save()
        await expectAtRest(2, a, b)
    }

    @Test func `H15 a save of what another context has replaced meanwhile does not bring it back`() async throws {
        let (a, b) = await atRest()
        a.withLock { $0 = 1 }
        b.withLock { $0 = 2 }
        try await a.save()
        #expect(a.wrappedValue == 2)
        await expectAtRest(2, a, b)
    }

    @Test func `H15 a save of what is in the file already does not drop what another context has written since`() async throws {
        let (a, b) = await atRest()
        b.withLock { $0 = 2 }
        try await a.save()
        await expectAtRest(2, a, b)
        b.withLock { $0 = 3 }
        try await a.save()
        await expectAtRest(3, a, b)
    }

    /// A key that cannot be saved while that is said.
    private func key(_ isFailing: Locked<Bool>) -> FileStorageKey<Int> {
        .fileStorage(
            url, decode: { Int(String(decoding: $0, as: UTF8.self)) ?? -1 },
            encode: { number in
                if isFailing.withLock({ $0 }) { throw Failure() }
                return Data("\(number)".utf8)
            })
    }

    @Test func `H8 a default that could not be saved is not what is loaded while the file holds something else`() async throws {
        let isFailing = Locked(true)
        let key = key(isFailing)
        let a = property(key)
        await #expect(throws: Failure.self) { try await a.save() }
        try storage.write(Data("7".utf8), to: url)
        let b = property(key, .preview)
        #expect(b.wrappedValue == 7)
        try await a.load()
        isFailing.withLock { $0 = false }
        try await a.save()
        await expectAtRest(7, a, b)
    }

    @Test func `H8 a context whose write could not be saved hears of what another one has written since`() async throws {
        let isFailing = Locked(false)
        let key = key(isFailing)
        let (a, b) = await atRest(key)
        isFailing.withLock { $0 = true }
        a.withLock { $0 = 1 }
        await #expect(throws: Failure.self) { try await a.save() }
        b.withLock { $0 = 2 }
        b.withLock { $0 = 3 }
        isFailing.withLock { $0 = false }
        try await b.save()
        await expectAtRest(3, a, b)
        #expect(a.saveError == nil)
    }
}
