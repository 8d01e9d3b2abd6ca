import Depot

/// What the factories and the disposers of one program share.
final class ModelWorld: Sendable {
    private struct State {
        var serial = 0
        var captured = 0
        var choices: ArraySlice<Bool> = []
        var armed: Set<ModelArm> = []
        var alive: Set<Int> = []
        var disposed: [Int] = []
        var owed: [Int: Int] = [:]
        var makers: [Int: String] = [:]
    }

    private let state = Locked(State())
    /// What is registered.
    let making: ModelMaking

    /// Whether its async factories let others go first before each thing they ask for.
    let yields: Bool

    init(_ making: ModelMaking, yields: Bool = false) {
        (self.making, self.yields) = (making, yields)
    }

    /// Whether the factories of a key are async.
    func isAsync(_ key: Int) -> Bool { making.isAsync && key != ModelKey.withArgument }

    let clock = TurnableClock()
    /// How long an instance of a cached service is handed out.
    static let lifespan = 10

    /// The numbers of the instances that are alive.
    var alive: Set<Int> { state.withLock { $0.alive } }
    /// What was disposed, in order.
    var disposed: [Int] { state.withLock { $0.disposed } }

    /// What is otherwise than it has to be when everything is dropped, but that others may have released what is of weak types.
    func faults(but weak: Set<Int>) -> String {
        state.withLock { state in
            let disposed = Set(state.disposed)
            let owed = state.owed.count { !weak.contains($0.value) && !disposed.contains($0.key) }
            var text = ""
            if !state.alive.isEmpty { text += "\n\(state.alive.count) are left" }
            if disposed.count < state.disposed.count { text += "\nsome were disposed twice" }
            if owed > 0 { text += "\n\(owed) were not disposed" }
            return text
        }
    }

    /// What made an instance, where that was noted.
    func maker(of serial: Int) -> String { state.withLock { $0.makers[serial] } ?? "" }
    func note(maker: String, of serial: Int) { state.withLock { $0.makers[serial] = maker } }

    /// How many instances were begun.
    var begun: Int { state.withLock { $0.serial } }

    /// Whether an instance is alive; one that is not made yet will be, for as long as that takes.
    func isAlive(_ serial: Int) -> Bool { state.withLock { $0.alive.contains(serial) || serial > $0.serial } }

    func takeSerial() -> Int {
        state.withLock { state in
            state.serial += 1
            return state.serial
        }
    }

    /// What a factory captures; its number, below 0, is among those that are alive.
    func capture() -> Captured {
        let number = state.withLock { state in
            state.captured -= 1
            state.alive.insert(state.captured)
            return state.captured
        }
        return Captured(number, self)
    }

    final class Captured: Sendable {
        let number: Int
        private let world: ModelWorld

        fileprivate init(_ number: Int, _ world: ModelWorld) { (self.number, self.world) = (number, world) }
        deinit { world.end(number) }
    }

    func begin(_ serial: Int) { state.withLock { state in _ = state.alive.insert(serial) } }
    func end(_ serial: Int) { state.withLock { state in _ = state.alive.remove(serial) } }

    func dispose(_ serial: Int, of type: Int) throws {
        let isArmed = state.withLock { state in
            state.disposed.append(serial)
            return state.armed.remove(.disposer(type)) != nil
        }
        if isArmed { throw Failure() }
    }

    /// Of each property that is to be resolved when it is made, in order: whether it can be, and is made.
    var choices: [Bool] {
        get { state.withLock { Array($0.choices) } }
        set { state.withLock { $0.choices = newValue[...] } }
    }
    /// What cannot be resolved would trap.
    private func omits(_ dependency: ModelDependency) -> Bool {
        dependency.form == .injectOnInit && dependency.key != ModelKey.withArgument && !(state.withLock { $0.choices.popFirst() } ?? false)
    }

    /// Has the next run of something fail.
    func arm(_ arm: ModelArm) { state.withLock { state in _ = state.armed.insert(arm) } }
    private func isArmed(_ arm: ModelArm) -> Bool { state.withLock { $0.armed.remove(arm) != nil } }

    private func owe(_ serial: Int, _ key: Int) {
        let type = ModelKey.all[key].type
        if ModelKey.isDisposable(type) { state.withLock { $0.owed[serial] = type } }
    }

    /// A factory: takes a number, resolves its dependencies, or fails.
    func factory(_ key: Int, _ dependencies: [ModelDependency], capturing captured: Captured) -> ModelFactory {
        { resolver in
            defer { withExtendedLifetime(captured) {} }
            let serial = self.takeSerial()
            let parts = try dependencies.map { dependency -> NodePart in
                if self.omits(dependency) { return .none }
                let key = ModelKey.all[dependency.key]
                if self.making == .askingContainer, !dependency.form.isLater {
                    return try key.part(dependency, ModelKey.resolverOfItself(resolver))
                }
                return try self.making == .functions ? key.parameter(dependency, resolver) : key.part(dependency, resolver)
            }
            if self.isArmed(.factory(key)) { throw Failure() }
            self.owe(serial, key)
            return (serial, parts, self)
        }
    }

    /// A factory that waits for its dependencies.
    func asyncFactory(_ key: Int, _ dependencies: [ModelDependency], capturing captured: Captured) -> ModelAsyncFactory {
        { resolver in
            defer { withExtendedLifetime(captured) {} }
            let serial = self.takeSerial()
            var parts: [NodePart] = []
            for dependency in dependencies {
                let key = ModelKey.all[dependency.key]
                if self.yields { await Task.yield() }
                if self.making == .childTasks, !dependency.form.isLater {
                    async let part = key.asyncPart(dependency, ModelKey.resolverOfItself(resolver))
                    parts.append(try await part)
                } else {
                    parts.append(try await key.asyncPart(dependency, resolver))
                }
            }
            if self.yields { await Task.yield() }
            if self.isArmed(.factory(key)) { throw Failure() }
            self.owe(serial, key)
            return (serial, parts, self)
        }
    }

    /// A decorator: the same, around what it wraps.
    func decorator(_ key: Int, _ dependencies: [ModelDependency], capturing captured: Captured) -> ModelDecorator {
        { base, resolver in
            defer { withExtendedLifetime(captured) {} }
            let serial = self.takeSerial()
            let parts = try dependencies.map { self.omits($0) ? NodePart.none : try ModelKey.all[$0.key].part($0, resolver) }
            if self.isArmed(.decorator(key)) { throw Failure() }
            return (serial, [.one(base)] + parts, self)
        }
    }
}

/// What a program registers: closures, such that ask the container itself, functions of dependencies, async closures, or such that ask the
/// container in child tasks.
enum ModelMaking: String, CaseIterable, Sendable {
    case closures, askingContainer, functions, asyncClosures, childTasks

    /// Whether what it registers has to be awaited.
    var isAsync: Bool { self == .asyncClosures || self == .childTasks }
}

/// What fails when it next runs.
enum ModelArm: Hashable, Sendable, CustomStringConvertible {
    case factory(Int), decorator(Int), disposer(Int)

    var description: String {
        switch self {
        case .factory(let key): ".factory(\(key))"
        case .decorator(let key): ".decorator(\(key))"
        case .disposer(let type): ".disposer(\(type))"
        }
    }
}

/// What a program's factory does.
typealias ModelFactory = @Sendable (Resolver) throws -> (serial: Int, parts: [NodePart], world: ModelWorld)
/// What a program's async factory does.
typealias ModelAsyncFactory = @Sendable (Resolver) async throws -> (serial: Int, parts: [NodePart], world: ModelWorld)
/// What a program's decorator does.
typealias ModelDecorator = @Sendable (any AnyNode, Resolver) throws -> (serial: Int, parts: [NodePart], world: ModelWorld)
