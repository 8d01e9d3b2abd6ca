import Depot
import Testing

/// What answers a request: all of a scope, with a singleton at some distance.
final class Handler: Sendable {
    let screen: Screen
    let context: RequestContext

    init(_ screen: Screen, _ context: RequestContext) {
        self.screen = screen
        self.context = context
    }
}

/// What needs one thing of the request alone.
final class Answer: Sendable {
    let context: RequestContext

    init(_ context: RequestContext) {
        self.context = context
    }
}

/// One that asks for a part of it later.
final class LazyHandler: Sendable {
    let screen: Screen
    let context: Lazy<RequestContext>
    let maybe: MockNetwork?
    let repository: Lazy<Repository>

    init(_ screen: Screen, _ context: Lazy<RequestContext>, _ maybe: MockNetwork?, _ repository: Lazy<Repository>) {
        self.screen = screen
        self.context = context
        self.maybe = maybe
        self.repository = repository
    }
}

/// One that takes nothing but what it asks for later.
final class LazyPair: Sendable {
    let context: Lazy<RequestContext>
    let repository: Lazy<Repository>

    init(_ context: Lazy<RequestContext>, _ repository: Lazy<Repository>) {
        self.context = context
        self.repository = repository
    }
}

/// Two that may need each other.
final class Ring: Sendable {
    let other: OtherRing?

    init(_ other: OtherRing?) {
        self.other = other
    }
}

final class OtherRing: Sendable {
    let ring: Ring

    init(_ ring: Ring) {
        self.ring = ring
    }
}

/// Something that says when it is disposed; each kind of it is a service.
class NamedPart: Disposable, @unchecked Sendable {  // Immutable.
    private let log: Log

    init(_ log: Log) {
        self.log = log
    }

    func dispose() async throws { log.add("\(type(of: self))".replacingPart) }
}

final class PartA: NamedPart, @unchecked Sendable {}  // Immutable.
final class PartB: NamedPart, @unchecked Sendable {}  // Immutable.
final class PartC: NamedPart, @unchecked Sendable {}  // Immutable.

extension String {
    fileprivate var replacingPart: String { String(suffix(1)) }
}

/// One link of a chain whose first is made from a transient.
final class Link<Before: AnyObject & Sendable>: Sendable {
    let before: Before

    init(_ before: Before) {
        self.before = before
    }
}

typealias Link0 = Link<Repository>
typealias Link1 = Link<Link0>
typealias Link2 = Link<Link1>
typealias Link3 = Link<Link2>
typealias Link4 = Link<Link3>
typealias Link5 = Link<Link4>
typealias Link6 = Link<Link5>
typealias Link7 = Link<Link6>
typealias Link8 = Link<Link7>
typealias Link9 = Link<Link8>
typealias Link10 = Link<Link9>

extension Container {
    /// Registers a handler with all that it needs, and makes it once: only what was made before is made without the family's lock.
    func registerHandler(_ made: Counter) {
        register(RealNetwork.self, .singleton, using: RealNetwork.init)
        register((any Network).self, .singleton, using: RealNetwork.init)
        register(Repository.self, using: Repository.init)
        register(UseCase.self, .scoped(.request), using: UseCase.init)
        register(Screen.self, .scoped(.request), using: Screen.init)
        register(RequestContext.self, .scoped(.request), using: { [made] in RequestContext(made.increment()) })
        register(Handler.self, .scoped(.request), using: Handler.init)
        for _ in 0..<2 {
            withScope(.request) {
                _ = resolve(Handler.self)
                _ = resolve(RequestContext.self)
            }
        }
    }

    /// A request in async code.
    func withOpenRequest(_ operation: () async -> Void) async {
        do { try await withScope(.request) { await operation() } } catch { Issue.record(error) }
    }
}
