import Depot
import Testing

/// What is bound where a closure asks, and not where it began.
@Suite struct ClosureScopesTests {
    private final class Held: Sendable {
        let context: RequestContext

        init(_ context: RequestContext) {
            self.context = context
        }
    }

    private final class Outermost: Sendable {
        let held: Held

        init(_ held: Held) {
            self.held = held
        }
    }

    @Test(arguments: [false, true])
    func `S6: a singleton that a closure asks for in a scope that it has opened does not keep what lives there`(_ isFunction: Bool) {
        let container = Container()
        container.register(RequestContext.self, .scoped(.session)) { _ in RequestContext() }
        if isFunction {
            container.register(Held.self, .singleton, using: Held.init)
        } else {
            container.register(Held.self, .singleton) { try Held($0.resolve()) }
        }
        container.register(Outermost.self, .singleton) { [unowned container] resolver in
            Outermost(try container.withScope(.session) { try resolver.resolve(Held.self) })
        }
        for _ in 0..<2 {
            do {
                _ = try container.tryResolve(Outermost.self)
                Issue.record("A singleton keeps what lives in a session.")
            } catch {
                #expect("\(error)".contains("would keep"), "\(error)")
            }
        }
    }

    @Test(arguments: [false, true])
    func `S8: what a scope is given is given in scopes of its kind inside it, also where it was made before`(_ isFunction: Bool) {
        let container = Container()
        if isFunction {
            container.register(RequestContext.self, .scoped(.request), using: { RequestContext(1) })
        } else {
            container.register(RequestContext.self, .scoped(.request)) { _ in RequestContext(1) }
        }
        container.register(Answer.self, .scoped(.request)) { try Answer($0.resolve()) }
        for _ in 0..<3 { container.withScope(.request) { _ = container.resolve(Answer.self) } }
        for number in 7..<10 {
            container.withScope(.request, providing: { $0.provide(RequestContext.self, RequestContext(number)) }) {
                container.withScope(.request) {
                    #expect(container.resolve(RequestContext.self).number == number)
                    #expect(container.resolve(Answer.self).context.number == number)
                }
                #expect(container.resolve(Answer.self).context.number == number)
            }
            container.withScope(.request) { #expect(container.resolve(Answer.self).context.number == 1) }
        }
    }

    /// An instance of the graph.
    private final class Part: Sendable {}

    /// It asks twice.
    private final class Twice: Sendable {
        let first: Part
        let second: Part

        init(_ first: Part, _ second: Part) {
            self.first = first
            self.second = second
        }
    }

    @Test(arguments: [false, true])
    func `C7 C18: what a factory resolved in an override that it opened is one graph's with the rest`(_ byResolver: Bool) {
        let container = Container()
        container.register((any Network).self, .singleton) { _ in RealNetwork() }
        container.register(Part.self, .graph) { _ in Part() }
        container.register(Twice.self) { [unowned container] resolver in
            let first = try container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork())
            } operation: {
                byResolver ? try resolver.resolve(Part.self) : try container.tryResolve(Part.self)
            }
            return Twice(first, try resolver.resolve())
        }
        for _ in 0..<3 {
            let twice = container.resolve(Twice.self)
            #expect(twice.first === twice.second)
        }
    }
}
