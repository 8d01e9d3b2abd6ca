import Depot
import Synchronization

/// How long an instance of a random program lives.
enum NetLifetime: Sendable {
    case transient, graph, singleton, weak, cached, session, request

    /// The kind of scope that it lives in.
    var kind: ScopeKind? {
        switch self {
        case .session: .session
        case .request: .request
        default: nil
        }
    }

    /// Whether its factory looks things up where it was registered, whoever the caller is.
    var isShared: Bool { self != .transient && self != .graph }
}

/// What is in effect for a thread or task of a random program, by the program's own account.
struct NetPlace: Sendable {
    /// An override: the container, and the generation of each key that it replaces.
    struct Override: Sendable {
        let container: Int
        var generations: [Int: Int]
    }

    @TaskLocal static var current = NetPlace()

    /// The number of the scope that is open, by its kind.
    var scopes: [ScopeKind: Int] = [:]
    /// The outermost first.
    var overrides: [Override] = []
    /// The held scope that the program is in may be closed by another thread.
    var mayBeClosed = false
}

/// What is known of an instance: by which registration it was made, where, and from what.
final class NetFacts: Sendable {
    /// Something that is resolved later.
    struct Later: Sendable {
        let key: Int
        let form: NetForm
        let get: @Sendable () throws(ResolutionError) -> any NetService
    }

    let key: Int
    /// Which of the registrations and replacements of a program made it.
    let generation: Int
    /// The container that it was registered in.
    let home: Int
    let lifetime: NetLifetime
    /// The scope that its factory ran in.
    let scope: Int?
    let parts: [any NetService]
    let later: [Later]
    /// Whether it, or anything it was made from, resolves something later.
    let keepsHandles: Bool
    let serial: Int
    private let world: NetWorld
    private let member: Census.Member
    private let disposals = Atomic<Int>(0)
    private let onDispose: (@Sendable () throws -> Void)?
    var isDisposed: Bool { disposals.load(ordering: .sequentiallyConsistent) > 0 }

    init(
        _ world: NetWorld, key: Int, generation: Int, home: Int, _ lifetime: NetLifetime, parts: [any NetService] = [], later: [Later] = [],
        onDispose: (@Sendable () throws -> Void)? = nil
    ) {
        (self.world, self.key, self.generation, self.home, self.lifetime) = (world, key, generation, home, lifetime)
        (self.parts, self.later, self.onDispose) = (parts, later, onDispose)
        keepsHandles = !later.isEmpty || parts.contains { $0.facts.keepsHandles }
        scope = lifetime.kind.flatMap { NetPlace.current.scopes[$0] }
        member = Census.Member(world.census)
        serial = world.serials.increment()
    }

    /// Counts a disposal, which may be armed to fail.
    func dispose() throws {
        if disposals.add(1, ordering: .sequentiallyConsistent).newValue > 1 { world.report("\(self) was disposed twice.") }
        world.noteDisposal(of: self)
        if let onDispose { return try onDispose() }
        if world.takeArm(ofDisposers: true) { throw NetWorld.Armed() }
    }
}

extension NetFacts: CustomStringConvertible {
    var description: String { "k\(key)#\(serial)(g\(generation) in c\(home), \(lifetime), scope \(scope.map(String.init) ?? "-"))" }
}

extension NetFacts {
    /// With what it was made from, and what it may take later.
    var whole: String { "\(self) of \(parts.map(\.facts)) and later \(later.map { "\($0.form) k\($0.key)" })" }
}

protocol NetMarker: Sendable {}
enum Net0: NetMarker {}
enum Net1: NetMarker {}
enum Net2: NetMarker {}
enum Net3: NetMarker {}

/// A service of a random program.
protocol NetService: AnyObject, Sendable {
    init(_ facts: NetFacts)
    var facts: NetFacts { get }
}

/// A service with nothing to dispose.
final class NetItem<Marker: NetMarker>: NetService {
    let facts: NetFacts

    init(_ facts: NetFacts) {
        self.facts = facts
    }
}

/// A service that is disposed.
final class NetResource<Marker: NetMarker>: NetService, Disposable {
    let facts: NetFacts

    init(_ facts: NetFacts) {
        self.facts = facts
    }

    func dispose() async throws { try facts.dispose() }
}

/// What the parts of a random program share: counts, armed failures, and what has gone wrong.
final class NetWorld: Sendable {
    struct Armed: Error {}

    let census = Census()
    let serials = Counter()
    let generations = Counter()
    let scopes = Counter()
    /// The instances with a disposer that a factory has made and that were not disposed yet.
    private let undisposed = Locked<[Int: String]>([:])
    private let armedFactories = Locked(0)
    private let armedDisposers = Locked(0)
    private let problems = Locked<[String]>([])
    var all: [String] { problems.withLock { $0 } }

    var leftUndisposed: [String] { undisposed.withLock { $0.values.sorted() } }

    func noteCreation(of facts: NetFacts) {
        let place = "\(facts) in the overrides \(NetPlace.current.overrides)"
        undisposed.withLock { $0[facts.serial] = place }
    }

    fileprivate func noteDisposal(of facts: NetFacts) { undisposed.withLock { $0[facts.serial] = nil } }

    func report(_ problem: String) {
        problems.withLock { problems in
            if problems.count < 20 { problems.append(problem) }
        }
    }

    func arm(disposers: Bool) { (disposers ? armedDisposers : armedFactories).withLock { $0 += 1 } }

    /// Takes one armed failure, if there is one.
    func takeArm(ofDisposers disposers: Bool) -> Bool { disposers ? Self.take(armedDisposers) : Self.take(armedFactories) }

    private static func take(_ armed: Locked<Int>) -> Bool {
        armed.withLock { count in
            if count == 0 { return false }
            count -= 1
            return true
        }
    }
}

extension Census {
    /// Whether all that it counts goes, if not at once: the tasks of async factories end just after those who waited for them were told.
    func isEmptied() async -> Bool {
        let end = ContinuousClock.now + .seconds(600)
        while alive > 0 {
            if .now > end { return false }
            await Task.yield()
        }
        return true
    }
}

/// Random choices, the same ones for the same seed.
struct NetRandom: RandomNumberGenerator {
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func next() -> UInt64 { random.next() }

    mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    mutating func chance(_ part: Int) -> Bool { number(part) == 0 }
}
