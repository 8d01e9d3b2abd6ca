import Depot
import Testing

// This target is compiled with the main actor as its default isolation, as today's app template is: every type here is
// confined to it without saying so.
protocol Network {
    var label: String { get }
}

protocol UseCase: AnyObject {
    var label: String { get }
}

final class RealNetwork: Network {
    var label = "real"
}

final class MockNetwork: Network {
    var label = "mock"
}

final class DefaultUseCase: UseCase {
    let network: any Network
    var label: String { network.label }

    init(network: any Network) {
        self.network = network
    }
}

final class Screen {
    let useCase: any UseCase
    var title = ""

    init(useCase: any UseCase) {
        self.useCase = useCase
    }
}

final class Detail {
    let id: Int
    let useCase: any UseCase

    init(_ id: Int, _ useCase: any UseCase) {
        self.id = id
        self.useCase = useCase
    }
}

final class Coordinator {
    let makeDetail: Factory<Detail, Int>
    let screen: Lazy<Screen>
    let networks: [any Network]
    let missing: Detail?

    init(makeDetail: Factory<Detail, Int>, screen: Lazy<Screen>, networks: [any Network], missing: Detail?) {
        self.makeDetail = makeDetail
        self.screen = screen
        self.networks = networks
        self.missing = missing
    }
}

struct AppAssembly: Assembly {
    func assemble(_ container: Container) {
        register(in: container)
    }
}

nonisolated extension Name {
    static let greeting: Name = "greeting"
}

nonisolated extension ScopeKind {
    static let checkout = ScopeKind("checkout", within: .session)
}

nonisolated extension Layer {
    static let coordinator = Layer("coordinator", above: .viewModel)
}

nonisolated struct ConstantsAssembly: Assembly {
    func assemble(_ container: Container) {
        container.register(String.self, name: .greeting, .scoped(.checkout), in: .coordinator, using: { "hello" })
    }
}

/// The bootstrap of such an app.
func register(in container: Container) {
    container.register((any Network).self, .singleton, in: .repository, onMainActor: { _ in RealNetwork() })
    container.register((any UseCase).self, .singleton, in: .useCase, using: DefaultUseCase.init)
    container.register(Screen.self, in: .viewModel, using: Screen.init)
    container.register(Detail.self, onMainActor: { (r, id: Int) in try Detail(id, r.resolve()) })
    container.register(Coordinator.self, .singleton, using: Coordinator.init)
}

@Suite struct MainActorModuleTests {
    private func makeContainer() -> Container {
        let container = Container()
        register(in: container)
        return container
    }

    @Test func `C12 C14 what the main actor shares is contributed as it is registered`() {
        let container = Container()
        container.register((any Network).self, using: RealNetwork.init)
        container.contribute((any UseCase).self, .singleton, using: DefaultUseCase.init)
        container.contribute((any UseCase).self, using: DefaultUseCase.init)
        let (first, second) = (container.resolveAll((any UseCase).self), container.resolveAll((any UseCase).self))
        #expect(first.map(\.label) == ["real", "real"])
        #expect(zip(first, second).map { $0 === $1 } == [true, false])
    }

    @Test func `C12 C14 a class without a written initializer is contributed by a closure of the main actor`() {
        let container = Container()
        container.contribute((any Network).self, .singleton, onMainActor: { _ in RealNetwork() })
        container.contribute((any Network).self, onMainActor: { _ in MockNetwork() })
        container.contribute(RealNetwork.self, .singleton, onMainActor: { _ in RealNetwork() })
        #expect(container.resolveAll((any Network).self).map(\.label) == ["real", "mock"])
        #expect(container.resolveAll(RealNetwork.self).first === container.resolveAll(RealNetwork.self).first)
    }

    @Test func `C11 C14 a closure of the main actor decorates what is confined there`() throws {
        let container = Container()
        container.register((any Network).self, .singleton, onMainActor: { _ in RealNetwork() })
        container.decorate(
            (any Network).self,
            onMainActor: { base, r in
                let wrapped = MockNetwork()
                wrapped.label = try "\(base.label) \(r.resolve(Int.self))"
                return wrapped
            })
        container.register(Int.self) { _ in 7 }
        let (first, second) = (container.resolve((any Network).self), container.resolve((any Network).self))
        let isSame = first as? MockNetwork === second as? MockNetwork
        #expect(first.label == "real 7" && isSame)
        try container.validate()
    }

    @Test func `C11 C14 what the main actor decorates is refused off it`() async {
        let container = Container()
        container.register(Int.self) { _ in 7 }
        container.decorate(Int.self, onMainActor: { base, _ in base + 1 })
        let isRefused = await Task.detached {
            do throws(ResolutionError) {
                _ = try container.tryResolve(Int.self)
            } catch {
                if case .requiresMainActor = error { return true }
            }
            return false
        }.value
        #expect(isRefused)
        #expect(container.resolve(Int.self) == 8)
    }

    @Test func `C14 a graph of plain types is registered unannotated and resolved on the main actor`() {
        let container = makeContainer()
        let screen = container.resolve(Screen.self)
        #expect(screen.useCase.label == "real")
        let isSame = container.resolve((any UseCase).self) === screen.useCase
        #expect(isSame)
        #expect(container.resolve(Detail.self, arguments: 3).id == 3)
    }

    @Test func `C14 names, kinds of scope and layers of a nonisolated extension are used by a nonisolated assembly`() async throws {
        let container = Container { ConstantsAssembly() }
        try container.validate()
        try await Task.detached {
            try await container.withScope(.checkout) { () async throws in
                #expect(try container.tryResolve(String.self, name: .greeting) == "hello")
            }
        }.value
    }

    @Test func `C14 assemblies work there`() {
        let container = Container { AppAssembly() }
        #expect(container.resolve(Screen.self).useCase.label == "real")
    }

    @Test func `C14 handles and collections work there`() {
        let container = makeContainer()
        let kept = container.resolve(Coordinator.self)
        #expect(kept.makeDetail(4).id == 4)
        #expect(kept.screen() === kept.screen())
        #expect(kept.networks.map(\.label) == ["real"])
        #expect(kept.missing == nil)
    }

    @Test func `C14 off the main actor it is an error, or a hop`() async throws {
        let container = makeContainer()
        let kind = await Task.detached { @concurrent in
            do {
                _ = try container.tryResolve(Screen.self)
                return "made"
            } catch ResolutionError.requiresMainActor {
                return "requires the main actor"
            } catch {
                return "\(error)"
            }
        }.value
        #expect(kind == "requires the main actor")
        let id = try await Task.detached { @concurrent in ObjectIdentifier(try await container.resolveAsync(Coordinator.self)) }.value
        #expect(id == ObjectIdentifier(container.resolve(Coordinator.self)))
    }

    @Test func `R1 mocks reach what was made, and it comes back`() {
        let container = makeContainer()
        let useCase = container.resolve((any UseCase).self)
        container.replace((any Network).self, onMainActor: { _ in MockNetwork() })
        #expect(container.resolve(Screen.self).useCase.label == "mock")
        let isOther = container.resolve((any UseCase).self) !== useCase
        #expect(isOther)
        container.restoreAll()
        let isBack = container.resolve((any UseCase).self) === useCase
        #expect(isBack)
    }

    @Test func `R3 an override of main-actor types`() async {
        let container = makeContainer()
        await container.withOverrides {
            $0.replace((any Network).self, onMainActor: { _ in MockNetwork() })
        } operation: {
            #expect(container.resolve(Screen.self).useCase.label == "mock")
        }
        await container.withOverrides {
            $0.replace((any Network).self, onMainActor: { _ in MockNetwork() })
        } operation: {
            await Task.yield()
            #expect(Container.shared.resolve(Screen.self).useCase.label == "mock")
        }
        #expect(container.resolve(Screen.self).useCase.label == "real")
    }
}
