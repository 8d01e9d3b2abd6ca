/// Makes random programs; the same ones for the same seed.
struct ModelGenerator: RandomNumberGenerator {
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func next() -> UInt64 { random.next() }

    private mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// A program of some twenty steps, most keys registered first.
    mutating func program() -> [ModelStep] {
        var steps: [ModelStep] = []
        for key in 0..<9 where number(6) > 0 {
            let isExpected = key < 8 && number(16) == 0
            steps.append(isExpected ? expectation(of: key, in: 0) : registration(of: key, in: 0))
        }
        // What has a handle or a property in the end.
        steps.append(.keep(0, key: number(9), argument: 0))
        return steps + self.steps(6 + number(14), depth: 0)
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
        let (core, key) = (number(6), number(9))
        switch number(depth < 4 ? 63 : 52) {
        case 0: return registration(of: key, in: core)
        case 1:
            let lifetime = lifetime(of: key % 6)
            let dependencies = allowed(dependencies(of: key % 6), for: lifetime)
            return .contribute(core, key: key % 6, lifetime == .eager ? .singleton : lifetime, dependencies)
        case 2: return number(2) == 0 ? .alias(core, key: 4 + number(2)) : expectation(of: number(8), in: core)
        case 3: return .decorate(core, key: key % 8, allowed(dependencies(of: key % 8), for: .graph))
        case 4, 5, 6: return .replace(core, key: key, dependencies(of: key))
        case 7, 8, 9: return .replaceByInstance(core, key: number(8))
        case 10, 11, 12: return .restore(number(8))
        case 13, 14: return .arm(arm(key))
        case 15: return .child(of: core)
        case 16: return number(3) == 0 ? .copy(of: core) : .child(of: core)
        case 17: return .drop(core)
        case 18: return number(3) == 0 ? .close(core) : .start(core)
        case 19, 20: return .turn(1 + number(12))
        case 21: return .release(number(8))
        case 22, 23: return .resolveAll(core, key: number(6))
        case 24...27: return .keep(core, key: key, argument: number(2))
        case 28...31: return call
        case 32...38: return .resolve(core, key: key, argument: number(2))
        case 39: return number(3) == 0 ? .observe(core) : .inspect(core)
        case 40, 41: return .setCurrent(core, ModelKind.allCases[number(3)], id: number(2), given: gifts())
        case 42: return .clear(core, ModelKind.allCases[number(3)], id: number(3) == 0 ? number(2) : nil)
        case 43: return .inject(key: number(8))
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
            let key = number(8)
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
        for other in 0..<9 where number(4) == 0 {
            var form = ModelDependency.Form.allCases[number(8)]
            if ModelKey.named.contains(other), !form.isLater { form = number(2) == 0 ? .required : .optional }
            if ModelKey.named.contains(other), form.isLater, form != .inject { form = .resolver }
            if other > key || form.isLater { dependencies.append(ModelDependency(form: form, key: other, argument: number(2))) }
        }
        return dependencies
    }
}
