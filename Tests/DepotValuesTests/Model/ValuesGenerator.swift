import Depot

/// Makes programs, the same ones for the same seed.
struct ValuesGenerator {
    private var random: SplitMix64
    private var services: [ModelService] = []

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func program() -> ValuesProgram {
        makeServices()
        let inChild = services.indices.filter { _ in random.chance(25) }
        return ValuesProgram(services: services, inChild: inChild, steps: steps(depth: 0))
    }

    /// A service needs some with a greater number; what is shared none that lives less long, what is not async none that is.
    private mutating func makeServices() {
        let lifetimes: [ModelLifetime] = [
            .transient, .transient, .graph, .singleton, .singleton, .weak, .cached, .scoped(.session), .scoped(.request),
        ]
        let forms: [ModelForm] = [.plain, .plain, .named, .arguments, .arguments, .contributed]
        let count = ModelOperations.all.count
        let someAreAsync = random.chance(40)
        services = Array(repeating: ModelService(), count: count)
        for number in (0..<count).reversed() {
            let lifetime = lifetimes.randomElement(using: &random) ?? .transient
            services[number].form = forms.randomElement(using: &random) ?? .plain
            // Neither what takes arguments nor what is contributed has an async factory.
            let canBeAsync = someAreAsync && (services[number].form == .plain || services[number].form == .named)
            services[number].isAsync = canBeAsync && random.chance(70)
            services[number].lifetime = lifetime
            if case .scoped(let scope) = lifetime { services[number].scopes = [scope] }
            for need in number + 1..<max(count, number + 1) where random.chance(35) {
                let scopes = services[need].scopes
                guard !lifetime.isShared || scopes.allSatisfy({ $0.rawValue < lifetime.rank }) else { continue }
                guard services[number].isAsync || !services[need].isAsync else { continue }
                let key = key(need)
                services[number].needs.append(key)
                services[number].scopes.formUnion(scopes)
            }
        }
        // A handle waits for nothing.
        for number in 0..<count {
            for later in 0..<count where random.chance(20) && !services[later].isAsync {
                let key = key(later)
                services[number].later.append(key)
            }
        }
    }

    private mutating func key(_ number: Int) -> ModelServiceKey {
        services[number].key(number, Int.random(in: 0..<2, using: &random))
    }

    private mutating func steps(depth: Int) -> [ValuesStep] {
        (0..<Int.random(in: depth == 0 ? 4...12 : 1...5, using: &random)).map { _ in step(depth: depth) }
    }

    private mutating func step(depth: Int) -> ValuesStep {
        let number = Int.random(in: services.indices, using: &random)
        let service = key(number)
        let (key, value) = (Int.random(in: 0..<3, using: &random), Int.random(in: 1...99, using: &random))
        let held = Int.random(in: 0..<12, using: &random)
        let scope = ModelScope.allCases[number % 2]
        switch Int.random(in: 0..<(depth < 4 ? 100 : 50), using: &random) {
        case 0..<22: return .resolve(service, inChild: value < 30)
        case 22..<32: return .read(held)
        case 32..<44: return .call(held, handle: value)
        case 44..<46: return depth == 0 ? .replace(service) : .resolve(service, inChild: value < 30)
        case 46..<47: return depth == 0 ? .restore : .read(held)
        case 47..<48: return .observe
        case 48..<49: return depth == 0 ? .setScope(scope, value % 3) : .resolve(service, inChild: value < 30)
        case 49..<50: return depth == 0 ? .clearScope(scope) : .resolve(service, inChild: value < 30)
        case 50..<66: return .values(key: key, value, steps(depth: depth + 1))
        case 66..<76: return .scope(scope, steps(depth: depth + 1))
        case 76..<82: return .override(service, steps(depth: depth + 1))
        case 82..<86: return .beside(service, key: key, value, steps(depth: depth + 1))
        case 86..<90: return .from(held, steps(depth: depth + 1))
        case 90..<94: return .escaped(key: key, value, steps(depth: depth + 1))
        case 94..<97: return .task(steps(depth: depth + 1))
        default: return .detached(steps(depth: depth + 1))
        }
    }
}
