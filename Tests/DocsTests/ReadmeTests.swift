import Depot
import DepotTesting
import Testing

// The code of README.md, compiled and run; the last test compares the two.

private struct NetworkAssembly: Assembly {
    func assemble(_ container: Container) {
        container.register((any NetworkManager).self, .singleton, in: .repository, using: URLSessionNetwork.init)
    }
}

private struct LoginAssembly: Assembly {
    var dependencies: [any Assembly] { [NetworkAssembly()] }
    func assemble(_ container: Container) {
        container.register((any LoginUseCase).self, in: .useCase, using: DefaultLoginUseCase.init)
        container.register(LoginViewModel.self, in: .viewModel, using: LoginViewModel.init)  // a @MainActor init: recognised
        container.register(UserViewModel.self, arguments: UserID.self, using: UserViewModel.init)
    }
}

/// Around the examples, so that what one of them assembles no other finds.
@Suite(.container(copying: Container()))
struct ReadmeTests {
    @MainActor
    @Suite(.container(copying: Container { LoginAssembly() }) { $0.replace((any NetworkManager).self, with: MockNetwork()) })
    struct LoginTests {
        @Test func `a wrong password is told`() async {
            let screen = Container.shared.resolve(LoginViewModel.self)
            await screen.logIn(name: "ada", password: "wrong")
            #expect(screen.message == "The password is wrong.")
        }
    }

    @Test func `The five lines work`() {
        let container = Container()
        container.register((any NetworkManager).self, .singleton, in: .repository, using: URLSessionNetwork.init)
        container.register((any LoginUseCase).self, in: .useCase, using: DefaultLoginUseCase.init)  // its dependencies by type
        let login = container.resolve((any LoginUseCase).self)
        container.replace((any NetworkManager).self, with: MockNetwork())  // cached services get it, too
        #expect(login.network is URLSessionNetwork)
        #expect(container.resolve((any LoginUseCase).self).network is MockNetwork)
    }

    @Test @MainActor func `The assembly works`() {
        Container.shared.assemble { LoginAssembly() }
        let user = Container.shared.resolve(UserViewModel.self, arguments: UserID(7))
        #expect(user.id == UserID(7))
    }

    @Test func `Every example in the README is in this file`() throws {
        try expectExamples(of: "README.md", atLeast: 3)
    }
}
