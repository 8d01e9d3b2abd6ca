import Depot

// The login graph, one layer on the other, for the tests of this folder.
protocol GraphNetwork: Sendable {}
protocol GraphTokens: Sendable {}
protocol GraphLogin: Sendable {}
protocol GraphPlugin: Sendable {}

final class URLGraphNetwork: GraphNetwork { init() {} }
final class DefaultGraphTokens: GraphTokens { init(_ network: any GraphNetwork) {} }
final class DefaultGraphLogin: GraphLogin { init(_ tokens: any GraphTokens, _ network: Lazy<any GraphNetwork>) {} }
final class GraphShare: GraphPlugin { init(_ network: any GraphNetwork) {} }
final class GraphCopy: GraphPlugin { init() {} }
final class GraphMenu: Sendable { init(_ plugins: [any GraphPlugin]) {} }
final class GraphDatabase: Sendable { init(_ network: any GraphNetwork) async throws {} }
@MainActor final class GraphScreen { init(_ login: any GraphLogin) {} }

/// What a `#fileID` is in these texts.
let here = "DepotTests/Here.swift" as StaticString

func loginContainer() -> Container {
    let container = Container()
    container.register((any GraphNetwork).self, .singleton, in: .repository, file: here, line: 1, using: URLGraphNetwork.init)
    container.register((any GraphTokens).self, .singleton, in: .repository, file: here, line: 2, using: DefaultGraphTokens.init)
    container.register((any GraphLogin).self, in: .useCase, file: here, line: 3, using: DefaultGraphLogin.init)
    container.register(GraphScreen.self, in: .viewModel, file: here, line: 4, using: GraphScreen.init)
    container.registerAsync(GraphDatabase.self, .singleton, in: .repository, file: here, line: 5, using: GraphDatabase.init)
    container.contribute((any GraphPlugin).self, in: .useCase, file: here, line: 6, using: GraphShare.init)
    container.contribute((any GraphPlugin).self, in: .useCase, file: here, line: 7, using: GraphCopy.init)
    container.register(GraphMenu.self, .singleton, in: .useCase, file: here, line: 8, using: GraphMenu.init)
    return container
}
