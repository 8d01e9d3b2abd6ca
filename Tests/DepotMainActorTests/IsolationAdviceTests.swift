import Depot
import XCTest

// As the guide says for a module whose default isolation is the main actor: a nonisolated assembly can be used from `class func setUp`.
nonisolated struct ScreenAssembly: Assembly {
    func assemble(_ container: Container) {
        container.register((any Network).self, .singleton, onMainActor: { _ in RealNetwork() })
        container.register((any UseCase).self, .singleton, using: DefaultUseCase.init)
        container.register(Detail.self, arguments: Int.self, using: Detail.init)
    }
}

nonisolated final class IsolationAdviceTests: XCTestCase {
    private static let container = Container { ScreenAssembly() }

    override class func setUp() {
        super.setUp()
        container.assemble { ScreenAssembly() }
    }

    func testTheAssemblyIsInEffect() async {
        let label = await MainActor.run { Self.container.resolve(Detail.self, arguments: 7).useCase.label }
        XCTAssertEqual(label, "real")
    }
}
