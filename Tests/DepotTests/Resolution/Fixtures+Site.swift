import Depot
import Testing

/// How something is registered that takes no dependencies: nobody may tell the two apart.
enum Making: String, CaseIterable, Codable {
    /// By a function without parameters.
    case function
    /// By a closure that could resolve something.
    case closure
}

/// Where it lives.
enum Home: String, CaseIterable, Codable {
    case container
    case scope
}

/// A container, and a scope in it that any thread can be in.
final class Site: Sendable {
    let container = Container()
    let making: Making
    let home: Home
    private let session: HeldScope

    init(_ making: Making, _ home: Home) {
        self.making = making
        self.home = home
        session = HeldScope(.session, id: "ada", in: container)
    }

    /// The lifetime of what lives here.
    var lifetime: SharedLifetime { home == .scope ? .scoped(.session) : .singleton }

    func register<Service: Sendable>(_ type: Service.Type, line: UInt = #line, _ make: @escaping @Sendable () throws -> Service) {
        container.register(type, lifetime, making, line: line, make)
    }

    /// Runs something where the service lives, on any thread.
    func enter<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        if home == .container { return try body() }
        return try session.withScope(.request, operation: body)
    }

    func resolve<Service>(_ type: Service.Type = Service.self) -> Service { enter { container.resolve(type) } }

    func tryResolve<Service>(_ type: Service.Type) throws(ResolutionError) -> Service {
        try enter { () throws(ResolutionError) in try container.tryResolve(type) }
    }

    /// Runs something in a scope in which services of either home can be resolved.
    func enterAny(_ body: () -> Void) { session.withScope(.request, operation: body) }

    /// Closes where the service lives.
    func close() async {
        switch home {
        case .container: await container.close()
        case .scope: await session.close()
        }
    }

    /// Checks that nothing is left of what was going on: what is registered now is made once for two threads, by either way to resolve.
    func expectUsable(_ location: SourceLocation = #_sourceLocation) {
        register(Afterwards.self) { Afterwards() }
        let here = resolve(Afterwards.self)
        let there = onThread { try? self.tryResolve(Afterwards.self) }
        #expect(there === here, sourceLocation: location)
        #expect(onThread { self.resolve(Afterwards.self) } === here, sourceLocation: location)
    }
}

/// What is only made when all is over.
private final class Afterwards: Sendable {}

extension Container {
    func register<Service: Sendable>(
        _ type: Service.Type, _ lifetime: SharedLifetime, _ making: Making, line: UInt = #line,
        _ make: @escaping @Sendable () throws -> Service
    ) {
        switch making {
        case .function: register(type, lifetime, file: here, line: line, using: make)
        case .closure: register(type, lifetime, file: here, line: line) { _ in try make() }
        }
    }
}

/// A shared instance that says when it is disposed.
final class Watched: Disposable, Sendable {
    let name: String
    private let log: Log

    init(_ name: String, _ log: Log) {
        self.name = name
        self.log = log
    }

    func dispose() async throws { log.add(name) }
}

/// Whether an object is still there.
final class Follower<Object: AnyObject & Sendable>: Sendable {
    private struct Weak {
        weak var object: Object?
    }

    private let held = Locked(Weak())
    var isGone: Bool { held.withLock { $0.object == nil } }

    func follow(_ object: Object) -> Object {
        held.withLock { $0.object = object }
        return object
    }
}

/// The text with which a process ended that was to fail.
func diagnosis(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}
