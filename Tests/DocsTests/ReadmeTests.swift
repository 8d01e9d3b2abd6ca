import Depot
import DepotTesting
import Foundation
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

    @Test func `Every figure of the README's table is one of the benchmarks`() throws {
        let readme = try text(of: "README.md").matches(of: /(\d+(?:\.\d+)?) c, (\d+(?:\.\d+)?) (ns|µs)/)
        #expect(readme.count >= 19)
        let benchmarks = try measured()
        for match in readme {
            let isThere = benchmarks.contains { figure, nanoseconds in
                let time = match.3 == "ns" ? nanoseconds : nanoseconds / 1_000
                return rounds(figure, to: match.1) && rounds(time, to: match.2)
            }
            #expect(isThere, "\(match.0) is not in Docs/Benchmarks.md: take it over from the last `make bench`, in README.ko.md, too.")
        }
    }

    /// The multiples of c in the benchmarks, with their nanoseconds: Depot's own, and those of the table beside others.
    private func measured() throws -> [(figure: Double, nanoseconds: Double)] {
        let benchmarks = try text(of: "Docs/Benchmarks.md")
        let own = benchmarks.matches(of: /([\d.]+) c \| ([\d.]+) \|/).compactMap { match in
            Double(match.1).flatMap { figure in Double(match.2).map { (figure, $0) } }
        }
        let others = benchmarks.matches(of: /([\d.]+) \(([\d.]+) (ns|µs)\)/).compactMap { match in
            Double(match.1).flatMap { figure in Double(match.2).map { (figure, match.3 == "ns" ? $0 : $0 * 1_000) } }
        }
        return own + others
    }

    /// Whether the text is the figure with fewer decimals; a half may go up or down.
    private func rounds(_ figure: Double, to text: Substring) -> Bool {
        let decimals = text.split(separator: ".").dropFirst().first?.count ?? 0
        return Double(text).map { abs($0 - figure) <= 0.5 * pow(10, -Double(decimals)) + 1e-9 } ?? false
    }

    @Test func `Every example in the README is in this file`() throws {
        try expectExamples(of: "README.md", atLeast: 3)
    }
}
