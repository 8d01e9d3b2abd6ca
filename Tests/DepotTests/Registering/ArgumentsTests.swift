import Depot
import Testing

/// Functions whose parameters are given in part, by their types.
@Suite struct ArgumentsTests {
    private struct ItemID: Hashable, Sendable { let number: Int8 }
    private struct Title: Hashable, Sendable { let text: String }
    private final class Detail: Sendable {
        let id: ItemID
        let network: any Network
        init(_ network: any Network, id: ItemID) {
            self.id = id
            self.network = network
        }
    }
    private final class Comparison: Sendable {
        let first: ItemID
        let title: Title
        let second: ItemID
        let network: Lazy<any Network>
        init(first: ItemID, title: Title, network: Lazy<any Network>, second: ItemID) {
            (self.first, self.title, self.network, self.second) = (first, title, network, second)
        }
    }
    @MainActor private final class Screen {
        let id: ItemID
        let network: any Network
        init(id: ItemID, network: any Network) {
            self.id = id
            self.network = network
        }
    }
    private final class LoggingNetwork: Network {
        let base: any Network
        let keychain: Keychain
        var tag: String { "logging " + base.tag }
        init(_ keychain: Keychain, around base: any Network) {
            self.base = base
            self.keychain = keychain
        }
    }
    @MainActor private final class MainNetwork: Sendable {
        let base: MainNetwork?
        init() { base = nil }
        init(around base: MainNetwork) { self.base = base }
    }

    private final class Token: Sendable {}

    private let container = Container()

    init() {
        container.register((any Network).self, .singleton) { _ in RealNetwork() }
    }

    @Test func `C9 one argument of type Void is none`() async throws {
        container.register(Token.self) { (_, _: Void) in Token() }
        container.register([Token].self) { r in
            let token: Factory<Token, Void> = try r.resolve()
            return [try token.get(()), try r.resolve(arguments: ())]
        }
        let tokens = [
            try container.tryResolve(Token.self), try container.tryResolve(Token.self, arguments: ()),
            try await container.resolveAsync(Token.self, arguments: ()),
        ]
        #expect(Set((tokens + container.resolve([Token].self)).map { ObjectIdentifier($0) }).count == 5)
    }

    @Test func `a parameter of an argument's type comes from the call, the others are dependencies`() throws {
        container.register(Detail.self, arguments: ItemID.self, using: Detail.init)
        let detail = container.resolve(Detail.self, arguments: ItemID(number: 7))
        #expect(detail.id.number == 7)
        #expect(detail.network.tag == "real")
        let node = try #require(container.graph.nodes(of: Detail.self).first)
        #expect(!node.isOpaque)
        #expect(container.graph.dependencies(of: Detail.self).map(\.name) == ["any Network"])
        container.replace((any Network).self, with: MockNetwork())
        #expect(container.resolve(Detail.self, arguments: ItemID(number: 8)).network.tag == "mock")
    }

    @Test func `several arguments, those of one type in order, whatever their sizes`() throws {
        container.register(Comparison.self, arguments: ItemID.self, Title.self, ItemID.self, using: Comparison.init)
        let made = container.resolve(Comparison.self, arguments: ItemID(number: 1), Title(text: "a title that is long"), ItemID(number: 2))
        #expect(made.first.number == 1)
        #expect(made.title.text == "a title that is long")
        #expect(made.second.number == 2)
        #expect(made.network().tag == "real")
        try container.validate()
    }

    @Test func `a shared one is kept for each value of its arguments`() {
        container.register(Detail.self, .singleton, arguments: ItemID.self, in: .viewModel, using: Detail.init)
        let seven = container.resolve(Detail.self, arguments: ItemID(number: 7))
        #expect(container.resolve(Detail.self, arguments: ItemID(number: 7)) === seven)
        #expect(container.resolve(Detail.self, arguments: ItemID(number: 8)) !== seven)
    }

    @MainActor @Test func `C14: a main-actor function is recognised by itself, shared or not`() async throws {
        container.register(Screen.self, arguments: ItemID.self, using: Screen.init)
        container.register(Screen.self, name: "kept", .singleton, arguments: ItemID.self, using: Screen.init)
        let screen = container.resolve(Screen.self, arguments: ItemID(number: 7))
        #expect(screen.id.number == 7)
        let kept = container.resolve(Screen.self, name: "kept", arguments: ItemID(number: 7))
        #expect(container.resolve(Screen.self, name: "kept", arguments: ItemID(number: 7)) === kept)
        #expect(container.graph.nodes(of: Screen.self).map(\.isMainActor) == [true])
    }

    @Test func `an argument that no parameter takes stops the process at once`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Container().register(Detail.self, arguments: Title.self, file: "App/Detail.swift", line: 9, using: Detail.init)
        }
        let told = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(
            told.contains(
                """
                App/Detail.swift:9: Fatal error: Depot: Detail is registered with one argument of the type Title, and its function has \
                no parameters of that type.
                  fix:  name in `arguments:` the types of the parameters that come from the call, each as often as the function takes it.
                """))
    }

    @Test func `so does a parameter more than there are arguments of its type`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Container().register(Comparison.self, arguments: ItemID.self, Title.self, using: Comparison.init)
        }
        let told = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(
            told.contains(
                "Depot: Comparison is registered with one argument of the type ItemID, and its function has 2 parameters of that type."))
    }

    @Test func `C11: a decorator is a function, one of whose parameters is what it wraps`() throws {
        container.register(Keychain.self, .singleton, using: Keychain.init)
        container.register((any Network).self, .singleton, using: { RealNetwork() })
        container.decorate((any Network).self, using: LoggingNetwork.init)
        let network = container.resolve((any Network).self)
        #expect(network.tag == "logging real")
        #expect(container.resolve((any Network).self) as? LoggingNetwork === network as? LoggingNetwork)
        let node = try #require(container.graph.nodes(of: (any Network).self).first)
        #expect(node.isDecorated)
        #expect(!node.isOpaque)
        #expect(container.graph.dependencies(of: (any Network).self).map(\.name) == ["Keychain"])
        #expect(node.implementation == "LoggingNetwork")
    }

    @Test func `C11: a decorator wraps each registration of the type, whatever its arguments, in whatever order`() throws {
        for isLate in [false, true] {
            let parent = Container()
            func register() {
                parent.register(MockNetwork.self, .singleton) { _ in MockNetwork("none") }
                parent.register(MockNetwork.self, .singleton) { (_: Resolver, number: Int) in MockNetwork("\(number)") }
            }
            if !isLate { register() }
            parent.decorate(MockNetwork.self) { base, _ in MockNetwork("a(\(base.tag))") }
            let child = Container(parent: parent)
            child.decorate(MockNetwork.self) { base, _ in MockNetwork("b(\(base.tag))") }
            if isLate { register() }
            #expect(parent.resolve(MockNetwork.self).tag == "a(none)")
            #expect(parent.resolve(MockNetwork.self, arguments: 1).tag == "a(1)")
            #expect(child.resolve(MockNetwork.self).tag == "b(a(none))")
            #expect(child.resolve(MockNetwork.self, arguments: 1).tag == "b(a(1))")
            #expect(child.resolve(MockNetwork.self, arguments: 1) === child.resolve(MockNetwork.self, arguments: 1))
            #expect(child.resolve(MockNetwork.self, arguments: 2).tag == "b(a(2))")
            try child.validate()
        }
    }

    @MainActor @Test func `C11: a main-actor function decorates, too`() throws {
        container.register(MainNetwork.self, .singleton, onMainActor: { _ in MainNetwork() })
        container.decorate(MainNetwork.self, using: { @MainActor (base: MainNetwork) in MainNetwork(around: base) })
        #expect(container.resolve(MainNetwork.self).base?.base == nil)
        #expect(container.resolve(MainNetwork.self).base != nil)
    }

    @Test func `a decorator without a parameter of the service's type stops the process at once`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Container().decorate((any Network).self, file: "App/Network.swift", line: 4, using: { (_: Keychain) in RealNetwork() })
        }
        let told = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(
            told.contains(
                """
                App/Network.swift:4: Fatal error: Depot: what decorates any Network has no parameter of that type, and needs exactly one: \
                what it wraps.
                  fix:  use a closure: container.decorate((any Network).self) { base, r in … }
                """))
    }

    @Test func `R1: replace takes a function of dependencies, which the graph knows`() throws {
        container.register(Keychain.self, .singleton, using: Keychain.init)
        container.register(Repository.self, .singleton, using: Repository.init)
        let real = container.resolve(Repository.self)
        let replacement = container.replace((any Network).self, using: { (_: Keychain) in MockNetwork() })
        #expect(container.resolve(Repository.self).network.tag == "mock")
        #expect(container.graph.dependencies(of: (any Network).self).map(\.name) == ["Keychain"])
        #expect(container.graph.opaque.isEmpty)
        replacement.restore()
        #expect(container.resolve(Repository.self) === real)
    }

    @Test func `S1: registerScoped takes a function of dependencies`() throws {
        container.registerScoped(Repository.self, scope: .request, using: Repository.init)
        container.withScope(.request) {
            #expect(container.resolve(Repository.self) === container.resolve(Repository.self))
        }
        #expect(container.graph.dependencies(of: Repository.self).map(\.name) == ["any Network"])
    }

    @MainActor @Test func `S1: registerScoped recognises a main-actor function, and takes a closure with arguments on the main actor`() {
        container.register(ItemID.self) { _ in ItemID(number: 1) }
        container.registerScoped(Screen.self, scope: .screen, using: Screen.init)
        container.registerScoped(
            Screen.self, scope: .screen, onMainActor: { (r, id: ItemID) in try Screen(id: id, network: r.resolve()) })
        container.withScope(.screen) {
            #expect(container.resolve(Screen.self) === container.resolve(Screen.self))
            let seven = container.resolve(Screen.self, arguments: ItemID(number: 7))
            #expect(container.resolve(Screen.self, arguments: ItemID(number: 7)) === seven)
        }
    }

    @MainActor @Test func `R1: replace takes main-actor functions and closures, with arguments or without`() {
        container.register(ItemID.self) { _ in ItemID(number: 1) }
        container.register(Screen.self, .singleton, using: Screen.init)
        container.register(Screen.self, arguments: ItemID.self, using: Screen.init)
        container.replace(Screen.self, using: { @MainActor (network: any Network) in Screen(id: ItemID(number: 2), network: network) })
        #expect(container.resolve(Screen.self).id.number == 2)
        container.replace(Screen.self, onMainActor: { (r, _: ItemID) in try Screen(id: ItemID(number: 3), network: r.resolve()) })
        #expect(container.resolve(Screen.self, arguments: ItemID(number: 7)).id.number == 3)
    }

    @Test func `the graph shows the implementing type once something was made`() throws {
        func implementation() -> String? { container.graph.nodes(of: (any Network).self).first?.implementation }
        #expect(implementation() == nil)
        _ = container.resolve((any Network).self)
        #expect(implementation() == "RealNetwork")
        #expect(container.graph.tree.contains("any Network  RealNetwork · singleton"))
    }

    @Test func `C9 an argument that is a protocol has that type in the key, and not the type of what is in it`() async throws {
        struct Tagged: Sendable { let tag: String }
        container.register(Tagged.self) { (_, network: any Network) in Tagged(tag: network.tag) }
        container.register(Tagged.self) { (_, network: any Network, id: ItemID, other: any Network) in Tagged(tag: network.tag + other.tag)
        }
        container.register(Tagged.self) { (r, id: ItemID, network: any Network) in
            let one = try r.resolve(Tagged.self, arguments: network)
            return Tagged(tag: try one.tag + r.resolve(Tagged.self, arguments: network, id, network).tag)
        }
        let network: any Network = MockNetwork()
        let tag = network.tag
        #expect(container.resolve(Tagged.self, arguments: network).tag == tag)
        #expect(try container.tryResolve(Tagged.self, arguments: network).tag == tag)
        #expect(container.resolve(Tagged.self, arguments: network, ItemID(number: 1), network).tag == tag + tag)
        #expect(try container.tryResolve(Tagged.self, arguments: ItemID(number: 1), network).tag == tag + tag + tag)
        #expect(try await container.resolveAsync(Tagged.self, arguments: network).tag == tag)
        #expect(throws: ResolutionError.self) { try container.tryResolve(Tagged.self, arguments: MockNetwork()) }
    }
}
