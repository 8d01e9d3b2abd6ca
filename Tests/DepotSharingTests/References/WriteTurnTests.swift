import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Observation
import Testing

@Suite struct WriteTurnTests {
    @Test func `H3 a nested write stops with the reason`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let shared = Shared(value: 1)
            shared.withLock { outer in
                shared.withLock { $0 += 1 }
                outer += 1
            }
        }
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self).contains(
                """
                Depot: a shared value is written while it is being written.
                  Value:  Int
                The closure of withLock has the value for itself and may read the property, which still has the value before. Do the
                inner write with the closure's own parameter, or after the outer withLock has returned.
                """))
    }
}
