import Depot
import Synchronization

/// A small program whose threads may take turns in any order.
struct ScheduleProgram: Sendable {
    /// What each thread does.
    let bodies: [@Sendable (_ pause: () -> Void) -> Void]
    /// What must hold when all are done, and then everything is dropped; says what does not.
    let check: @Sendable () async -> String?
}

/// What the instances of a program note of themselves.
final class ScheduleWorld: Sendable {
    let census = Census()
    let disposed = Atomic<Int>(0)
    let disposable = Atomic<Int>(0)
    /// What went wrong on a thread.
    let complaints = Locked<[String]>([])
    private let serial = Atomic<Int>(0)

    func take() -> Int { serial.add(1, ordering: .relaxed).newValue }

    func complain(_ text: String) { complaints.withLock { $0.append(text) } }

    /// Everything that holds for every program once its containers are gone.
    var fault: String? {
        let complaints = complaints.withLock { $0 }
        if let first = complaints.first { return first }
        if census.alive > 0 { return "\(census.alive) objects are left" }
        let (made, gone) = (disposable.load(ordering: .sequentiallyConsistent), disposed.load(ordering: .sequentiallyConsistent))
        return made == gone ? nil : "\(made) disposables were made, \(gone) disposed"
    }
}

/// An instance of a program.
class ScheduleNode: @unchecked Sendable {  // Only subclassed here, and never changed.
    let serial: Int
    let part: ScheduleNode?
    private let resolver: Resolver?
    private let member: Census.Member

    init(_ world: ScheduleWorld, _ part: ScheduleNode? = nil, keeping resolver: Resolver? = nil) {
        serial = world.take()
        self.part = part
        self.resolver = resolver
        member = Census.Member(world.census)
    }
}

class ScheduleSource: ScheduleNode, @unchecked Sendable {}
final class ScheduleUser: ScheduleNode, @unchecked Sendable {}
/// A source that replaces one.
final class ScheduleMock: ScheduleSource, @unchecked Sendable {}
/// Two that may need each other.
final class ScheduleChicken: ScheduleNode, @unchecked Sendable {}
final class ScheduleEgg: ScheduleNode, @unchecked Sendable {}
/// Made anew each time.
final class ScheduleView: ScheduleNode, @unchecked Sendable {}
/// What a request has.
final class ScheduleRequest: ScheduleNode, @unchecked Sendable {}

/// A disposable one.
final class ScheduleStore: ScheduleNode, Disposable, @unchecked Sendable {
    private let world: ScheduleWorld

    override init(_ world: ScheduleWorld, _ part: ScheduleNode? = nil, keeping resolver: Resolver? = nil) {
        self.world = world
        super.init(world, part, keeping: resolver)
        world.disposable.add(1, ordering: .sequentiallyConsistent)
    }

    func dispose() async { world.disposed.add(1, ordering: .sequentiallyConsistent) }
}

extension ScheduleProgram {
    typealias Body = @Sendable (Container, ScheduleWorld) -> Void

    /// A program on one container, which is closed and dropped before what always holds is checked.
    ///
    /// - Parameters:
    ///   - bodies: What each thread does.
    ///   - assemble: What is registered besides what always is.
    ///   - check: What must hold when all are done; says what does not.
    /// - Returns: The program.
    static func on(
        _ bodies: [Body], assemble: (Container, ScheduleWorld) -> Void, check: @escaping @Sendable (Container) throws -> String?
    ) -> ScheduleProgram {
        let world = ScheduleWorld()
        let kept = Box<Container?>(Container())
        if let container = kept.value {
            world.register(in: container)
            assemble(container, world)
        }
        return ScheduleProgram(
            bodies: bodies.map { body in
                { _ in if let container = kept.value { body(container, world) } }
            },
            check: {
                var fault: String?
                do { fault = try kept.value.flatMap { try check($0) } } catch { fault = "\(error)" }
                await kept.value?.close()
                kept.value = nil
                // A task that has disposed something releases it when it ends.
                _ = await world.census.isEmptied()
                return fault ?? world.fault
            })
    }

    /// A program on a container with nothing but what is always registered.
    static func on(_ bodies: [Body], check: @escaping @Sendable (Container) throws -> String? = { _ in nil }) -> ScheduleProgram {
        on(bodies, assemble: { _, _ in }, check: check)
    }

    /// What holds for the services of ``ScheduleWorld/register(in:)``, whatever was done: the same each time, and made from what is in effect.
    static func isWhole(_ container: Container) throws -> String? {
        let store = try container.tryResolve(ScheduleStore.self)
        let user = try container.tryResolve(ScheduleUser.self)
        guard try store === container.tryResolve(ScheduleStore.self) else { return "another store each time" }
        guard store.part === user else { return "another user than the store's" }
        return try user.part === container.tryResolve(ScheduleSource.self) ? nil : "another source than the user's"
    }
}

/// What the services are made by that a program always has.
enum ScheduleForm: CaseIterable, Sendable {
    /// Functions of dependencies.
    case functions
    case closures
    /// Closures, each of which keeps its resolver in what it makes.
    case keepers
}

extension ScheduleWorld {
    /// What the services are made by that a program always has.
    @TaskLocal static var form = ScheduleForm.closures

    /// A source, a user of it, a store that is made from the user and disposed, and views of the store.
    func register(in container: Container) {
        if Self.form == .functions {
            container.register(ScheduleSource.self, .singleton, using: { ScheduleSource(self) })
            container.register(ScheduleUser.self, .singleton, using: { (source: ScheduleSource) in ScheduleUser(self, source) })
            container.register(ScheduleStore.self, .singleton, using: { (user: ScheduleUser) in ScheduleStore(self, user) })
            container.register(ScheduleView.self, using: { (store: ScheduleStore) in ScheduleView(self, store) })
            container.register(ScheduleRequest.self, .scoped(.request), using: { (user: ScheduleUser) in ScheduleRequest(self, user) })
            return
        }
        let keeps = Self.form == .keepers
        container.register(ScheduleSource.self, .singleton) { ScheduleSource(self, keeping: keeps ? $0 : nil) }
        container.register(ScheduleUser.self, .singleton) {
            ScheduleUser(self, try $0.resolve(ScheduleSource.self), keeping: keeps ? $0 : nil)
        }
        container.register(ScheduleStore.self, .singleton) {
            ScheduleStore(self, try $0.resolve(ScheduleUser.self), keeping: keeps ? $0 : nil)
        }
        container.register(ScheduleView.self) { ScheduleView(self, try $0.resolve(ScheduleStore.self), keeping: keeps ? $0 : nil) }
        container.register(ScheduleRequest.self, .scoped(.request)) {
            ScheduleRequest(self, try $0.resolve(ScheduleUser.self), keeping: keeps ? $0 : nil)
        }
    }

    /// Resolves, where nothing but the end of a container or scope may stop it.
    func resolve<Node: ScheduleNode>(_ type: Node.Type, from container: Container) -> Node? {
        do throws(ResolutionError) {
            return try container.tryResolve(type)
        } catch {
            if case .closed = error {} else { complain("\(error)") }
            return nil
        }
    }
}
