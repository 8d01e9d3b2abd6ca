import Depot
import Testing

/// Singletons that a transient is the first to resolve, as a view model is: they have no build until another thread or a handle needs it.
@Suite struct TransientGraphTests {
    private final class View: Sendable {
        let screen: Screen
        init(_ screen: Screen) { self.screen = screen }
    }

    private final class Window: Sendable {
        let view: View
        init(_ view: View) { self.view = view }
    }

    /// One for each graph.
    private final class Theme: Sendable {}

    private final class Themed: Sendable {
        let theme: Theme
        init(_ theme: Theme) { self.theme = theme }
    }

    private final class ThemedView: Sendable {
        let themed: Themed
        let theme: Theme
        init(_ themed: Themed, _ theme: Theme) { (self.themed, self.theme) = (themed, theme) }
    }

    private final class Visit: Sendable {}

    private final class ScopedWindow: Sendable {
        let visit: Visit
        init(_ visit: Visit) { self.visit = visit }
    }

    private final class Keeper: Sendable {
        let window: Provider<ScopedWindow>
        init(_ window: Provider<ScopedWindow>) { self.window = window }
    }

    private let container = Container()
    private let made = Counter()
    private let isBroken = Box(false)
    /// Called by the function of the network.
    private let meanwhile = Box<@Sendable () -> Void>({})

    init() {
        let (made, isBroken, meanwhile) = (made, isBroken, meanwhile)
        container.register(
            (any Network).self, .singleton,
            using: { () throws -> any Network in
                made.increment()
                meanwhile.value()
                if isBroken.value { throw Failure(reason: "no") }
                return RealNetwork()
            })
        container.register(Repository.self, .singleton, using: Repository.init)
        container.register(UseCase.self, .singleton, using: UseCase.init)
        container.register(Screen.self, .singleton, using: Screen.init)
        container.register(View.self, using: View.init)
        container.register(Window.self, using: Window.init)
        container.register(Visit.self, .scoped(.session), using: Visit.init)
        container.register(ScopedWindow.self, using: ScopedWindow.init)
        container.register(Keeper.self, .scoped(.session), using: Keeper.init)
    }

    @Test(arguments: [false, true]) func `C1: an error has the whole way, and nothing is kept`(wasResolved: Bool) {
        if wasResolved {
            // The window and the view are read without the lock from then on.
            _ = container.resolve(Window.self)
            container.register(UseCase.self, .singleton, using: UseCase.init)
            container.register(
                Repository.self, .singleton,
                using: { [isBroken] (network: any Network) throws -> Repository in
                    if isBroken.value { throw Failure(reason: "no") }
                    return Repository(network)
                })
        }
        isBroken.value = true
        let error = failure { () throws(ResolutionError) in try container.tryResolve(Window.self) }
        #expect(error?.kind == "factoryFailed")
        let path = ["Window", "View", "Screen", "UseCase", "Repository"]
        #expect(error?.path == (wasResolved ? path : path + ["any Network"]))
        isBroken.value = false
        #expect(container.resolve(Window.self).view.screen.useCase === container.resolve(UseCase.self))
    }

    @Test func `C1: an error of the first singleton has the whole way, too`() {
        container.register(
            Screen.self, .singleton,
            using: { [isBroken] (useCase: UseCase) throws -> Screen in
                if isBroken.value { throw Failure(reason: "no") }
                return Screen(useCase)
            })
        _ = container.resolve(UseCase.self)
        isBroken.value = true
        let error = failure { () throws(ResolutionError) in try container.tryResolve(Window.self) }
        #expect(error?.kind == "factoryFailed")
        #expect(error?.path == ["Window", "View", "Screen"])
    }

    @Test func `C3: a way that leads back to what is made for its caller is a cycle, with its path`() {
        container.register(Repository.self, .singleton, using: { (view: View) in Repository(view.screen.network) })
        let error = failure { () throws(ResolutionError) in try container.tryResolve(Window.self) }
        #expect(error?.kind == "cycle")
        #expect(error?.path == ["Window", "View", "Screen", "UseCase", "Repository", "View"])
    }

    @Test func `C3: what another thread asks for by a handle knows the whole way`() {
        container.register(
            Screen.self, .singleton,
            using: { (view: Provider<View>) throws -> Screen in
                let view = onThread { () -> Result<View, any Error> in Result { try view.get() } }
                return try view.get().screen
            })
        let error = failure { () throws(ResolutionError) in try container.tryResolve(Window.self) }
        #expect(error?.kind == "cycle")
        #expect(error?.path == ["Window", "View", "Screen", "View"])
    }

    @Test func `the graph says what each was made for`() {
        _ = container.resolve(Window.self)
        let requesters = container.graph.nodes.filter(\.isShared).map { $0.instances.map(\.requester) }.filter { !$0.isEmpty }
        #expect(requesters == [["Repository"], ["UseCase"], ["Screen"], ["View"]])
    }

    @Test func `R1 R2: what is replaced at the bottom reaches what was made of it, and comes back`() {
        let screen = container.resolve(Window.self).view.screen
        container.replace((any Network).self, with: MockNetwork())
        #expect(container.resolve(Window.self).view.screen.network.tag == "mock")
        container.restoreAll()
        #expect(container.resolve(Window.self).view.screen === screen)
        #expect(made.value == 1)
    }

    @Test func `what a singleton is made of is shared with the graph that asks for it, whoever has it first`() {
        container.register(Theme.self, .graph, using: Theme.init)
        container.register(Themed.self, .singleton, using: Themed.init)
        container.register(ThemedView.self, using: ThemedView.init)
        let view = container.resolve(ThemedView.self)
        #expect(view.themed.theme === view.theme)
        container.register(Themed.self, .singleton, using: Themed.init)
        container.register(ThemedView.self, using: { (theme: Theme, themed: Themed) in ThemedView(themed, theme) })
        let other = container.resolve(ThemedView.self)
        #expect(other.themed.theme === other.theme)
        #expect(other.theme !== view.theme)
    }

    @Test func `S7: what a handle makes outside of its scope gets what lives in that`() {
        container.withScope(.session) {
            let (keeper, visit) = (container.resolve(Keeper.self), container.resolve(Visit.self))
            // On a thread where no scope is bound; then in another scope, where that is meant.
            for _ in 0..<3 { #expect(onThread { keeper.window().visit } === visit) }
            container.withScope(.session) {
                let other = container.resolve(Visit.self)
                #expect(other !== visit)
                for _ in 0..<3 { #expect(keeper.window().visit === other) }
            }
        }
        #expect(failure { () throws(ResolutionError) in try container.tryResolve(ScopedWindow.self) }?.kind == "scopeNotOpen")
    }

    @Test func `S7: a handle's scope is that of what it makes first, too`() {
        container.withScope(.session) {
            // The window is read without the lock; nothing is there in this scope.
            _ = container.resolve(ScopedWindow.self)
            container.withScope(.session) {
                let keeper = container.resolve(Keeper.self)
                let visit = onThread { keeper.window().visit }
                #expect(visit === container.resolve(Visit.self))
            }
        }
    }

    @Test func `C2: who asks for a part of it meanwhile waits for it, and gets the same`() {
        let (container, isMaking, mayGoOn, waiters) = (container, Gate(), Gate(), Waiters())
        meanwhile.value = {
            isMaking.open()
            mayGoOn.pass()
        }
        let window = Box<Window?>(nil)
        let (other, third) = (Box<UseCase?>(nil), Box<View?>(nil))
        let maker = startThread { window.value = container.resolve(Window.self) }
        isMaking.pass()
        let others = [
            waiters.startThread { other.value = container.resolve(UseCase.self) },
            waiters.startThread { third.value = container.resolve(View.self) },
        ]
        waiters.pass(2)
        mayGoOn.open()
        for thread in [maker] + others { join(thread) }
        #expect(made.value == 1)
        #expect(window.value?.view.screen.useCase === other.value)
        #expect(window.value?.view.screen === third.value?.screen)
        let requesters = container.graph.nodes.filter(\.isShared).map { $0.instances.map(\.requester) }.filter { !$0.isEmpty }
        #expect(requesters == [["Repository"], ["UseCase"], ["Screen"], ["View"]])
        container.replace((any Network).self, with: MockNetwork())
        #expect(container.resolve(Window.self).view.screen.network.tag == "mock")
    }

    @Test func `C3: two threads that wait for what the other makes get the ring, by way of what is made for its caller`() {
        final class First: Sendable {}
        final class Second: Sendable {}
        final class FirstView: Sendable { init(_ first: First) {} }
        final class SecondView: Sendable { init(_ second: Second) {} }
        let (container, isMaking) = (container, [Gate(), Gate()])
        container.register(
            First.self, .singleton,
            using: { [unowned container] () throws -> First in
                isMaking[0].open()
                isMaking[1].pass()
                _ = try container.tryResolve(SecondView.self)
                return First()
            })
        container.register(
            Second.self, .singleton,
            using: { [unowned container] () throws -> Second in
                isMaking[1].open()
                isMaking[0].pass()
                _ = try container.tryResolve(FirstView.self)
                return Second()
            })
        container.register(FirstView.self, using: FirstView.init)
        container.register(SecondView.self, using: SecondView.init)
        let errors = Locked<[String]>([])
        let threads = [
            startThread {
                let error = failure { () throws(ResolutionError) in try container.tryResolve(FirstView.self) }
                errors.withLock { $0.append("\(error?.kind ?? "") \(error?.path ?? [])") }
            },
            startThread {
                let error = failure { () throws(ResolutionError) in try container.tryResolve(SecondView.self) }
                errors.withLock { $0.append("\(error?.kind ?? "") \(error?.path ?? [])") }
            },
        ]
        for thread in threads { join(thread) }
        let told = errors.withLock { $0.sorted() }
        #expect(told.count == 2)
        let (first, second) = (["FirstView", "First"], ["SecondView", "Second"])
        let ways = [first + second + first, second + first + second].map { "cycle \($0)" }
        for text in told { #expect(ways.contains(text), "\(text)") }
    }
}
