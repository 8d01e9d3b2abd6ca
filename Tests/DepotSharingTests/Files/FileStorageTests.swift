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
}
