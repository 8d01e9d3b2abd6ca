@testable import Depot
import Testing

/// What ends elsewhere leaves a request under the lock of its own.
@Suite struct ReservedScopeEndTests {
    @Test func `S11: the end of an override on another thread leaves an open request under its own lock`() throws {
        let container = makeStack()
        try container.withScope(.request) {
            let scope = try #require(Context.boundScope(of: container.core.family))
            try #require(scope.isReserved)
            onThread {
                container.withOverrides {
                    $0.replace((any Network).self) { _ in MockNetwork() }
                } operation: {
                    #expect(container.resolve(Screen.self).network.tag == "mock")
                }
            }
            #expect(scope.isReserved)
        }
    }
}
