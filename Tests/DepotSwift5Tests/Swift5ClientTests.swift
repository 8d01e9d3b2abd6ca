import Depot
import XCTest

// This target is in Swift 5 mode, and nothing in it is `Sendable`.
protocol Network {
    var label: String { get }
}

class RealNetwork: Network {
    var label = "real"
}

class MockNetwork: Network {
    var label = "mock"
}

protocol UseCase: AnyObject {
    var label: String { get }
}

class DefaultUseCase: UseCase {
    let network: Network
    var label: String { network.label }

    init(network: Network) {
        self.network = network
    }
}

class ViewModel {
    let useCase: UseCase

    init(useCase: UseCase) {
        self.useCase = useCase
    }
}

final class Swift5ClientTests: XCTestCase {
    private let container = Container()
    private var mock: MockNetwork!

    override func setUp() {
        super.setUp()
        container.register(Network.self, .singleton, in: .repository, using: RealNetwork.init)
        container.register(UseCase.self, .singleton, in: .useCase, using: DefaultUseCase.init)
        container.register(ViewModel.self, in: .viewModel) { r in try ViewModel(useCase: r.resolve()) }
        container.register(String.self) { (_, number: Int) in "\(number)" }
        mock = MockNetwork()
        container.replace(Network.self, with: mock)
    }

    override func tearDown() {
        container.restoreAll()
        super.tearDown()
    }

    func testTheMockReachesTheViewModel() {
        XCTAssertEqual(container.resolve(ViewModel.self).useCase.label, "mock")
        mock.label = "changed"
        XCTAssertEqual(container.resolve(ViewModel.self).useCase.label, "changed")
    }

    func testRestoringBringsTheRealOneBack() {
        container.restoreAll()
        let useCase = container.resolve(UseCase.self)
        XCTAssertEqual(useCase.label, "real")
        let replacement = container.replace(Network.self) { _ in MockNetwork() }
        XCTAssertEqual(container.resolve(UseCase.self).label, "mock")
        replacement.restore()
        XCTAssertTrue(container.resolve(UseCase.self) === useCase)
    }

    func testArgumentsOverridesAndInferredTypes() {
        XCTAssertEqual(container.resolve(String.self, arguments: 7), "7")
        container.withOverrides {
            $0.replace(Network.self) { _ in MockNetwork() }
        } operation: {
            let model: ViewModel = container.resolve()
            XCTAssertEqual(model.useCase.label, "mock")
        }
    }
}
