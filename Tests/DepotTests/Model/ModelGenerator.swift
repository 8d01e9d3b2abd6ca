/// Makes random programs; the same ones for the same seed.
///
/// Each program does without some kinds of steps, keys and forms of dependencies, so that what it has meets more often: swarm testing, after
/// Groce, Zhang, Eide, Chen and Regehr, "Swarm Testing", ISSTA 2012.
struct ModelGenerator: RandomNumberGenerator {
    private var random: SplitMix64
    /// What the program's steps are drawn from: a bit for each case of ``step(_:)``.
    private var kinds: UInt64 = .max
    private var keys = Array(0..<9)
    private var forms = ModelDependency.Form.allCases

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func next() -> UInt64 { random.next() }

    private mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// One of the program's keys that is less than a bound.
    private mutating func key(_ bound: Int = 9) -> Int {
        let keys = keys.filter { $0 < bound }
        return keys.isEmpty ? number(bound) : keys[number(keys.count)]
    }

    /// One of the cases that the program has: always such as resolve something.
    private mutating func kind(_ bound: Int) -> Int {
        while true {
            let kind = number(bound)
            if 24...38 ~= kind || kinds >> UInt64(kind) & 1 == 1 { return kind }
        }
    }

    private mutating func some<Value>(of values: [Value]) -> [Value] {
        Array(values.shuffled(using: &self).prefix(2 + number(values.count - 1)))
    }

    /// A program of some twenty steps, most keys registered first.
    mutating func program() -> [ModelStep] {
        kinds = number(3) == 0 ? .max : next()
        keys = some(of: Array(0..<9)).sorted()
        forms = some(of: ModelDependency.Form.allCases)
        // Half of the programs have a child from the beginning.
        let cores = 1 + number(2)
        var steps: [ModelStep] = cores == 2 ? [.child(of: 0)] : []
        for key in keys where number(6) > 0 {
            let core = number(4) == 0 ? number(cores) : 0
            steps.append(key < 8 && number(16) == 0 ? expectation(of: key, in: core) : registration(of: key, in: core))
        }
        // What has a handle or a property in the end.
        steps.append(.keep(0, key: key(), argument: 0))
        // Where a container is the shared one, properties are read.
        switch number(4) {
        case 0: steps.append(.scope(number(cores), ModelKind.allCases[number(3)], given: gifts(), self.steps(6 + number(14), depth: 1)))
        case 1: steps.append(.override(number(cores), self.steps(6 + number(14), depth: 1)))
        default: steps += self.steps(6 + number(14), depth: 0)
        }
        return steps
    }

    private mutating func steps(_ count: Int, depth: Int) -> [ModelStep] {
        var steps: [ModelStep] = []
        for _ in 0..<count { steps.append(depth > 0 && number(5) == 0 ? call : step(depth)) }
        return steps
    }

    private var call: ModelStep {
        mutating get { .call(number(8), handle: number(12), argument: number(2), keeps: number(3) == 0) }
    }

    private mutating func step(_ depth: Int) -> ModelStep {
        let (core, key) = (number(6), key())
        switch kind(depth < 4 ? 63 : 52) {
        case 0: return registration(of: key, in: core)
        case 1:
            let lifetime = lifetime(of: key % 6)
            let dependencies = allowed(dependencies(of: key % 6), for: lifetime)
            return .contribute(core, key: key % 6, lifetime == .eager ? .singleton : lifetime, dependencies)
        case 2: return number(2) == 0 ? .alias(core, key: 4 + number(2)) : expectation(of: self.key(8), in: core)
        case 3: return .decorate(core, key: key % 8, allowed(dependencies(of: key % 8), for: .graph))
        case 4, 5, 6: return .replace(core, key: key, dependencies(of: key))
        case 7, 8, 9: return .replaceByInstance(core, key: self.key(8))
        case 10, 11, 12: return .restore(number(8))
        case 13, 14: return .arm(arm(key))
        case 15: return .child(of: core)
        case 16: return number(3) == 0 ? .copy(of: core) : .child(of: core)
        case 17: return .drop(core)
        case 18: return number(3) == 0 ? .close(core) : .start(core)
        case 19, 20: return .turn(1 + number(12))
        case 21: return .release(number(8))
        case 22, 23: return .resolveAll(core, key: self.key(6))
        case 24...27: return .keep(core, key: key, argument: number(2))
        case 28...31: return call
        case 32...38: return .resolve(core, key: key, argument: number(2))
        case 39: return number(3) == 0 ? .observe(core) : .inspect(core)
        case 40, 41: return .setCurrent(core, ModelKind.allCases[number(3)], id: number(2), given: gifts())
        case 42: return .clear(core, ModelKind.allCases[number(3)], id: number(3) == 0 ? number(2) : nil)
        case 43: return .inject(key: self.key(8), [.inject, .inject, .injectIfRegistered, .injectOnEveryAccess][number(4)])
        case 44...46: return .read(number(4))
        case 47, 48: return .hold(core, ModelKind.allCases[number(3)], id: number(2), given: gifts())
        case 49: return .show(number(4))
        case 50: return .leave(number(4), clears: number(2) == 0)
        case 51: return .give(number(4), gifts())
        case 52, 53: return .within(number(4), ModelKind.allCases[number(3)], given: gifts(), steps(1 + number(7), depth: depth + 1))
        case 54...58: return .override(core, steps(1 + number(7), depth: depth + 1))
        default: return .scope(core, ModelKind.allCases[number(3)], given: gifts(), steps(1 + number(7), depth: depth + 1))
        }
    }

    /// What a scope is given: nothing as often as something.
    private mutating func gifts() -> [ModelGift] {
        var gifts: [ModelGift] = []
        for _ in 0..<max(0, number(5) - 1) {
            let key = key(8)
            gifts.append(ModelGift(key: key, dependencies: number(2) == 0 ? nil : dependencies(of: key)))
        }
        return gifts
    }

    private mutating func arm(_ key: Int) -> ModelArm {
        switch number(4) {
        case 0: .decorator(key)
        case 1: .disposer(ModelKey.all[key].type)
        default: .factory(key)
        }
    }

    private mutating func expectation(of key: Int, in core: Int) -> ModelStep {
        .expect(core, key: key, number(2) == 0 ? .session : .request)
    }

    private mutating func registration(of key: Int, in core: Int) -> ModelStep {
        let lifetime = lifetime(of: key)
        return .register(core, key: key, lifetime, allowed(dependencies(of: key), for: lifetime))
    }

    /// Only one key is eager, for `start()` builds several at once.
    private mutating func lifetime(of key: Int) -> ModelLifetime {
        // One that is disposed and made for its caller keeps the container by its handles, and that keeps it until its end.
        let first = ModelKey.isDisposable(ModelKey.all[key].type) ? 2 : 0
        return ModelLifetime.allCases[first + number((key == 3 ? 8 : 7) - first)]
    }

    /// A graph's instance that keeps a handle keeps the scope that it was made in, and with that the container.
    private func allowed(_ dependencies: [ModelDependency], for lifetime: ModelLifetime) -> [ModelDependency] {
        lifetime == .graph ? dependencies.filter { !$0.form.isLater } : dependencies
    }

    /// A factory resolves keys after its own only, so there is no cycle; what it takes for later may be any.
    private mutating func dependencies(of key: Int) -> [ModelDependency] {
        var dependencies: [ModelDependency] = []
        for other in keys where number(keys.count) < 3 {
            var form = forms[number(forms.count)]
            if ModelKey.named.contains(other), !form.isLater { form = number(2) == 0 ? .required : .optional }
            if ModelKey.named.contains(other), form.isLater, !form.isPropertyOfOne { form = .resolver }
            if other > key || !form.isAtOnce { dependencies.append(ModelDependency(form: form, key: other, argument: number(2))) }
        }
        return dependencies
    }
}

extension ModelGenerator {
    /// A program whose last steps two threads or tasks take at once: with few keys, that they meet.
    mutating func race() -> ModelRace {
        kinds = next()
        keys = Array(some(of: Array(0..<9)).prefix(2 + number(4))).sorted()
        forms = some(of: ModelDependency.Form.allCases) + [.required, .required, .optional, .all]
        let hasProperties = number(2) == 0
        // One lifetime for each type, so that it is known which resolves are one decision. What is made anew because it was outdated before it was
        // ready is another graph. And what lives in a scope cannot be resolved everywhere.
        let allowed = ModelLifetime.allCases.filter { $0 != .graph && !(hasProperties && $0.kind != nil) }
        let lifetimes = (0..<7).map { _ in number(3) == 0 ? .singleton : allowed[number(allowed.count)] }
        var setup: [ModelStep] = number(2) == 0 ? [.child(of: number(2))] : []
        for key in keys where number(12) > 0 { setup.append(registration(of: key, in: number(6) == 0 ? 1 : 0)) }
        for kind in [ModelKind.session, .request] where !hasProperties && number(2) == 0 { setup.append(.setCurrent(0, kind, id: 0)) }
        setup += raceSteps(number(4), depth: 3)
        // One begins to make what has others below it, and in half of the programs the other changes one of those.
        let (first, below) = (ModelStep.resolve(number(2), key: keys[0], argument: 0), lowerKey)
        let change = number(2) == 0 ? [ModelStep.replace(0, key: below, dependencies(of: below))] : []
        let threads = [[first] + raceSteps(number(3), depth: 2), change + raceSteps(1 + number(3), depth: 2)]
        return ModelRace(setup: setup, threads: threads, lifetimes: lifetimes, hasProperties: hasProperties).normalized
    }

    /// One that others may depend on.
    private var lowerKey: Int {
        mutating get { keys[max(number(keys.count), number(keys.count))] }
    }

    private mutating func raceSteps(_ count: Int, depth: Int) -> [ModelStep] {
        (0..<count).map { _ in
            let (core, key) = (number(2) == 0 ? 0 : number(6), lowerKey)
            switch number(depth < 4 ? 12 : 10) {
            // Rather what has others below it.
            case 0...3: return .resolve(core, key: keys[min(number(keys.count), number(keys.count))], argument: number(2))
            case 4, 5: return .replace(core, key: key, dependencies(of: key))
            case 6: return .replaceByInstance(core, key: min(key, 7))
            case 10: return .override(core, raceSteps(1 + number(3), depth: depth + 1))
            case 11: return .scope(core, ModelKind.allCases[number(3)], given: gifts(), raceSteps(1 + number(3), depth: depth + 1))
            default: return step(depth)
            }
        }
    }
}
