import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Testing

@Suite struct FileStorageTests {
    let url = URL(fileURLWithPath: "/value.json")

    private func expect(_ storage: FileStorage, holds text: String) throws {
        #expect(try storage.data(at: url) == Data(text.utf8))
    }

    @Test func `H6 the first write goes out at once, then one a second by the clock`() async throws {
        let clock = TestClock()
        try await withDependencies {
            $0.continuousClock = clock
        } operation: {
            @Dependency(\.defaultFileStorage) var storage
            @Shared(.fileStorage(url)) var value = 0
            $value.withLock { $0 = 1 }
            await clock.sleepers(1)
            try expect(storage, holds: "1")
            $value.withLock { $0 = 2 }
            $value.withLock { $0 = 3 }
            await clock.advance(by: .milliseconds(900))
            try expect(storage, holds: "1")
            await clock.advance(by: .milliseconds(200))
            await clock.sleepers(1)
            try expect(storage, holds: "3")
        }
    }

    @Test func `H6 save does not wait for the clock`() async throws {
        try await withDependencies {
            $0.continuousClock = TestClock()
        } operation: {
            @Dependency(\.defaultFileStorage) var storage
            @Shared(.fileStorage(url)) var value = 0
            for number in 1...50 {
                $value.withLock { $0 = number }
                try await $value.save()
                try expect(storage, holds: "\(number)")
            }
        }
    }

    @Test func `H8 on a clock without time what could not be saved is tried again after a pause all the same`() async {
        let attempts = Counter()
        let isFailing = Locked(true)
        let key: FileStorageKey<Int> = .fileStorage(
            url, decode: { _ in 0 },
            encode: { number in
                attempts.add()
                if isFailing.withLock({ $0 }) { throw Failure() }
                return Data("\(number)".utf8)
            })
        await withDependencies {
            $0.continuousClock = .immediate
        } operation: {
            @Shared(key) var value = 0
            let shared = $value
            let start = ContinuousClock.now
            shared.withLock { $0 = 1 }
            await eventually { attempts.value >= 6 }
            #expect(ContinuousClock.now - start >= .milliseconds(310))
            isFailing.withLock { $0 = false }
            #expect(await eventually { shared.saveError == nil })
        }
    }

    @Test func `H8 a test turns the clock by which what could not be saved is tried again`() async {
        let clock = TestClock()
        let attempts = Counter()
        let key: FileStorageKey<Int> = .fileStorage(
            url, decode: { _ in 0 },
            encode: { _ in
                attempts.add()
                throw Failure()
            })
        await withDependencies {
            $0.continuousClock = clock
        } operation: {
            @Shared(key) var value = 0
            $value.withLock { $0 = 1 }
            for (number, seconds) in [1, 2, 4, 8].enumerated() {
                await clock.sleepers(1)
                #expect(attempts.value == number + 1)
                await clock.advance(by: .seconds(seconds))
            }
        }
    }

    @Test func `H8 what is written after a value that could not be saved is tried within a second`() async {
        let clock = TestClock()
        let isFailing = Locked(true)
        let key: FileStorageKey<Int> = .fileStorage(
            url, decode: { Int(String(decoding: $0, as: UTF8.self)) ?? 0 },
            encode: { number in
                if isFailing.withLock({ $0 }) { throw Failure() }
                return Data("\(number)".utf8)
            })
        await withDependencies {
            $0.continuousClock = clock
        } operation: {
            @Shared(key) var value = 0
            let shared = $value
            shared.withLock { $0 = 1 }
            for seconds in [1, 2, 4] {
                await clock.sleepers(1)
                await clock.advance(by: .seconds(seconds))
            }
            // It rests for eight seconds now.
            await clock.sleepers(1)
            isFailing.withLock { $0 = false }
            shared.withLock { $0 = 2 }
            await clock.sleepers(2)
            await clock.advance(by: .seconds(1))
            #expect(await eventually { shared.saveError == nil })
            #expect(clock.now.offset == .seconds(8))
        }
    }
}
