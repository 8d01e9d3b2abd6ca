import Depot
import DepotTesting
import DepotValues
import Foundation
import Testing

// The code of Docs/Depot.docc/AmbientValues.md about services of the container; `DocsValuesTests` compares the two.

/// Another guide has services of the same names.
enum Welcoming {
    protocol LoginUseCase: Sendable {
        func start() -> Session
    }

    struct LoginScreen {
        @Dependency((any LoginUseCase).self) var login

        func welcome() -> String { "Welcome to login \(login.start().id.uuidString.suffix(4))" }
    }

    /// What the app has.
    private struct ClosedLogin: LoginUseCase {
        func start() -> Session { Session(id: UUID(0xFFFF), expiry: .distantPast) }
    }

    /// What the test puts in its place.
    private struct OpenLogin: LoginUseCase {
        @Dependency(\.uuid) var uuid

        func start() -> Session { Session(id: uuid(), expiry: .distantFuture) }
    }

    @Suite(.container { $0.register((any LoginUseCase).self) { _ in ClosedLogin() } })
    struct DocsValuesContainerTests {
        @Test func `A service is read like a value and replaced beside one`() {
            let welcome = withDependencies {
                $0.uuid = .incrementing
                $0.container.replace((any LoginUseCase).self, with: OpenLogin())
            } operation: {
                LoginScreen().welcome()
            }
            #expect(welcome == "Welcome to login 0000")
            #expect(LoginScreen().welcome() == "Welcome to login FFFF", "the replacement is gone")
        }

        @Test func `What is made inside keeps the replacement, and a later one beats it`() {
            let screen = withDependencies {
                $0.uuid = .constant(UUID(1))
                $0.container.replace((any LoginUseCase).self, with: OpenLogin())
            } operation: {
                LoginScreen()
            }
            withDependencies {
                $0.uuid = .constant(UUID(2))
            } operation: {
                #expect(screen.welcome() == "Welcome to login 0002")
            }
            withDependencies {
                $0.container.replace((any LoginUseCase).self, with: ClosedLogin())
            } operation: {
                #expect(screen.welcome() == "Welcome to login FFFF")
            }
        }
    }
}
