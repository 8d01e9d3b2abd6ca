/// One step of a program; what it names is taken modulo what there is, so that a program stays one whatever is left out of it.
indirect enum ModelStep: Sendable {
    case register(Int, key: Int, ModelLifetime, [ModelDependency])
    /// Expects that the scopes of a kind are given it.
    case expect(Int, key: Int, ModelLifetime)
    case contribute(Int, key: Int, ModelLifetime, [ModelDependency])
    case alias(Int, key: Int)
    case decorate(Int, key: Int, [ModelDependency])
    case replace(Int, key: Int, [ModelDependency])
    case replaceByInstance(Int, key: Int)
    case restore(Int)
    case resolve(Int, key: Int, argument: Int = 0)
    case resolveAll(Int, key: Int)
    /// Resolves and holds.
    case keep(Int, key: Int, argument: Int = 0)
    case release(Int)
    /// Calls a handle of something that is held, and holds what it gives where that is said.
    case call(Int, handle: Int, argument: Int, keeps: Bool)
    /// Makes a property with `@Inject`, and reads one where there is a shared container.
    case inject(key: Int, ModelDependency.Form = .inject)
    case read(Int)
    case start(Int)
    /// Makes a scope the current one, or clears it; the current one where no id is said.
    case setCurrent(Int, ModelKind, id: Int, given: [ModelGift] = [])
    case clear(Int, ModelKind, id: Int?)
    /// Makes a holder of a scope; opens a scope in a held one; makes a held one the current one; clears it, or releases the holder.
    case hold(Int, ModelKind, id: Int, given: [ModelGift] = [])
    case within(Int, ModelKind, given: [ModelGift] = [], [ModelStep])
    /// Gives a held scope something else.
    case give(Int, [ModelGift])
    case show(Int)
    case leave(Int, clears: Bool)
    /// Draws the graph and validates.
    case inspect(Int)
    /// Begins to observe a container, or ends the observation.
    case observe(Int)
    case turn(Int)
    case arm(ModelArm)
    case child(of: Int)
    case copy(of: Int)
    case drop(Int)
    case close(Int)
    case override(Int, [ModelStep])
    case scope(Int, ModelKind, given: [ModelGift] = [], [ModelStep])

    /// How many steps it is, those inside included.
    var count: Int { inner.reduce(1) { $0 + $1.count } }

    /// The steps inside.
    var inner: [ModelStep] {
        switch self {
        case .override(_, let steps), .scope(_, _, _, let steps), .within(_, _, _, let steps): steps
        default: []
        }
    }

    /// The same with other steps inside.
    func with(inner: [ModelStep]) -> ModelStep {
        switch self {
        case .override(let core, _): .override(core, inner)
        case .scope(let core, let kind, let given, _): .scope(core, kind, given: given, inner)
        case .within(let holder, let kind, let given, _): .within(holder, kind, given: given, inner)
        default: self
        }
    }

    /// What it gives to a scope.
    var given: [ModelGift] {
        switch self {
        case .setCurrent(_, _, _, let given), .hold(_, _, _, let given), .within(_, _, let given, _), .scope(_, _, let given, _),
            .give(_, let given):
            given
        default: []
        }
    }

    /// The same with other gifts.
    func with(given: [ModelGift]) -> ModelStep {
        switch self {
        case .setCurrent(let core, let kind, let id, _): .setCurrent(core, kind, id: id, given: given)
        case .hold(let core, let kind, let id, _): .hold(core, kind, id: id, given: given)
        case .within(let holder, let kind, _, let steps): .within(holder, kind, given: given, steps)
        case .scope(let core, let kind, _, let steps): .scope(core, kind, given: given, steps)
        case .give(let holder, _): .give(holder, given)
        default: self
        }
    }

    /// What its factory resolves.
    var dependencies: [ModelDependency] {
        switch self {
        case .register(_, _, _, let dependencies), .contribute(_, _, _, let dependencies), .decorate(_, _, let dependencies),
            .replace(_, _, let dependencies):
            dependencies
        default: []
        }
    }

    /// The same with another factory.
    func with(dependencies: [ModelDependency]) -> ModelStep {
        switch self {
        case .register(let core, let key, let lifetime, _): .register(core, key: key, lifetime, dependencies)
        case .contribute(let core, let key, let lifetime, _): .contribute(core, key: key, lifetime, dependencies)
        case .decorate(let core, let key, _): .decorate(core, key: key, dependencies)
        case .replace(let core, let key, _): .replace(core, key: key, dependencies)
        default: self
        }
    }
}

extension ModelStep {
    /// The same for what a program registers.
    func made(by making: ModelMaking) -> ModelStep {
        switch making {
        case .closures, .askingContainer, .functions: self
        case .asyncClosures: forAsync
        case .childTasks: forAsync.forChildTasks
        }
    }

    /// The same where what a factory resolves is not known to be for that: then it is no captive, of another graph, and its handles are of the
    /// container or override that it was asked of, and not of what the factory makes.
    private var forChildTasks: ModelStep {
        switch self {
        case .register(let core, let key, let lifetime, let dependencies):
            .register(
                core, key: key, lifetime.forChildTasks,
                lifetime.forChildTasks.isShared ? dependencies : dependencies.filter { !$0.form.isLater })
        case .replace(let core, let key, let dependencies): .replace(core, key: key, dependencies.filter { !$0.form.isLater })
        case .contribute(let core, let key, let lifetime, let dependencies):
            .contribute(core, key: key, lifetime.forChildTasks, dependencies)
        case .expect: .turn(0)
        default: with(given: []).with(inner: inner.map(\.forChildTasks))
        }
    }

    /// The same where the factories are async: what is not async itself resolves nothing, and nothing is resolved without waiting.
    ///
    /// What a weak service is held by for a moment longer only its task knows, and what is started is made at once.
    private var forAsync: ModelStep {
        switch self {
        case .register(let core, let key, let lifetime, let dependencies):
            let isAsync = key != ModelKey.withArgument
            return .register(core, key: key, lifetime == .weak ? .singleton : lifetime, isAsync ? dependencies.map(\.forAsync) : [])
        case .replace(let core, let key, let dependencies):
            return .replace(core, key: key, key != ModelKey.withArgument ? dependencies.map(\.forAsync) : [])
        case .contribute(let core, let key, let lifetime, _):
            return .contribute(core, key: key, lifetime == .weak ? .singleton : lifetime, [])
        case .decorate(let core, let key, _): return .decorate(core, key: key, [])
        case .read, .start: return .turn(0)
        default:
            let given = given.map { ModelGift(key: $0.key, dependencies: $0.dependencies.map { _ in [] }) }
            return with(given: given).with(inner: inner.map(\.forAsync))
        }
    }
}

extension ModelLifetime {
    /// The same in no scope, and without a graph.
    fileprivate var forChildTasks: ModelLifetime { kind != nil ? .singleton : self == .graph ? .transient : self }
}

extension ModelDependency {
    /// The same where what it names is async.
    fileprivate var forAsync: ModelDependency {
        ModelDependency(form: form.isLater ? .resolver : form == .all ? .all : .required, key: key, argument: argument)
    }
}

extension ModelStep: CustomStringConvertible {
    /// As Swift, to paste into a list of programs.
    var description: String {
        switch self {
        case .register(let core, let key, let lifetime, let dependencies): ".register(\(core), key: \(key), .\(lifetime), \(dependencies))"
        case .expect(let core, let key, let lifetime): ".expect(\(core), key: \(key), .\(lifetime))"
        case .contribute(let core, let key, let lifetime, let dependencies):
            ".contribute(\(core), key: \(key), .\(lifetime), \(dependencies))"
        case .alias(let core, let key): ".alias(\(core), key: \(key))"
        case .decorate(let core, let key, let dependencies): ".decorate(\(core), key: \(key), \(dependencies))"
        case .replace(let core, let key, let dependencies): ".replace(\(core), key: \(key), \(dependencies))"
        case .replaceByInstance(let core, let key): ".replaceByInstance(\(core), key: \(key))"
        case .restore(let number): ".restore(\(number))"
        case .resolve(let core, let key, let argument): ".resolve(\(core), key: \(key), argument: \(argument))"
        case .resolveAll(let core, let key): ".resolveAll(\(core), key: \(key))"
        case .keep(let core, let key, let argument): ".keep(\(core), key: \(key), argument: \(argument))"
        case .release(let number): ".release(\(number))"
        case .call(let number, let handle, let argument, let keeps):
            ".call(\(number), handle: \(handle), argument: \(argument), keeps: \(keeps))"
        case .inject(let key, let form): ".inject(key: \(key), .\(form))"
        case .read(let number): ".read(\(number))"
        case .start(let core): ".start(\(core))"
        case .setCurrent(let core, let kind, let id, let given): ".setCurrent(\(core), .\(kind), id: \(id), given: \(given))"
        case .clear(let core, let kind, let id): ".clear(\(core), .\(kind), id: \(id.map { "\($0)" } ?? "nil"))"
        case .hold(let core, let kind, let id, let given): ".hold(\(core), .\(kind), id: \(id), given: \(given))"
        case .within(let holder, let kind, let given, let steps): ".within(\(holder), .\(kind), given: \(given), \(steps))"
        case .give(let holder, let given): ".give(\(holder), \(given))"
        case .show(let holder): ".show(\(holder))"
        case .leave(let holder, let clears): ".leave(\(holder), clears: \(clears))"
        case .inspect(let core): ".inspect(\(core))"
        case .observe(let core): ".observe(\(core))"
        case .turn(let seconds): ".turn(\(seconds))"
        case .arm(let arm): ".arm(\(arm))"
        case .child(let parent): ".child(of: \(parent))"
        case .copy(let core): ".copy(of: \(core))"
        case .drop(let core): ".drop(\(core))"
        case .close(let core): ".close(\(core))"
        case .override(let core, let steps): ".override(\(core), \(steps))"
        case .scope(let core, let kind, let given, let steps): ".scope(\(core), .\(kind), given: \(given), \(steps))"
        }
    }
}
