import Glibc

@testable import Depot

/// How something is registered that takes no dependencies: nobody may tell the two apart.
enum Making: String, CaseIterable, Codable {
    /// By a function without parameters: made without a build until someone looks.
    case unseen
    /// By a factory that could resolve something: made by a build from the start.
    case built
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

    func register<Service: Sendable>(_ type: Service.Type, line: UInt = #line, _ make: @escaping @Sendable () throws -> Service) {
        container.register(type, home == .scope ? .scoped(.session) : .singleton, making, line: line, make)
    }

    /// Runs something where the service lives, on any thread.
    func enter<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        if home == .container { return try body() }
        return try session.withScope(.request, operation: body)
    }

    func resolve<Service>(_ type: Service.Type = Service.self) -> Service { enter { container.resolve(type) } }

    func tryResolve<Service>(_ type: Service.Type) throws(ResolutionError) -> Service {
        try enter { () throws(ResolutionError) in try container.tryResolveAtOnce(type) }
    }

    /// Closes where the service lives.
    func close() async {
        switch home {
        case .container: await container.close()
        case .scope: await session.close()
        }
    }

    /// Returns when as many threads wait for something that is made in the scope or container as the condition wants.
    func untilWaiting(_ count: Int, or isOver: () -> Bool) {
        while waiters < count, !isOver() { sched_yield() }
    }

    /// Whether nothing is being made, for all that the container and its scopes know, so that readers may do without the lock.
    var isAtRest: Bool {
        container.core.decide { ledger in
            var isAtRest = ledger.recordings == 0
            var cells = self.container.core.allCells
            ledger.forEachScope { scope in
                isAtRest = isAtRest && scope.unseen == nil
                cells += Array(scope.cells)
            }
            return isAtRest && cells.allSatisfy { $0.unseen == nil && $0.builds.isEmpty }
        }
    }

    private var waiters: Int {
        container.core.decide { ledger in
            var cells = self.container.core.allCells
            ledger.forEachScope { cells += Array($0.cells) }
            return cells.reduce(0) { $0 + $1.builds.reduce(0) { $0 + $1.waiters.count } }
        }
    }
}

extension Container {
    func register<Service: Sendable>(
        _ type: Service.Type, _ lifetime: SharedLifetime, _ making: Making, line: UInt = #line,
        _ make: @escaping @Sendable () throws -> Service
    ) {
        switch making {
        case .unseen: register(type, lifetime, file: here, line: line, using: make)
        case .built: register(type, lifetime, file: here, line: line) { _ in try make() }
        }
    }

    /// What `resolve` does, but that it throws its diagnosis.
    func tryResolveAtOnce<Service>(_ type: Service.Type) throws(ResolutionError) -> Service {
        if let instance = try sharedAtOnce(type) { return value(of: instance, as: type) }
        return try tryResolve(type)
    }
}

/// A shared instance that says when it is disposed, and whether it is still there.
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
