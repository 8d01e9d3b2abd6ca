import Depot

/// Makes programs, the same ones for the same seed.
struct ValuesGenerator {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func program() -> ValuesProgram {
        let services = services()
        let inChild = services.indices.filter { _ in random.chance(25) }
        return ValuesProgram(services: services, isAsync: random.chance(25), inChild: inChild, steps: steps(depth: 0))
    }

    /// A service needs some with a greater number; what is shared none that lives less long.
    private mutating func services() -> [ModelService] {
        let count = ModelOperations.all.count
        let lifetimes: [ModelLifetime] = [
            .transient, .transient, .graph, .singleton, .singleton, .weak, .cached, .scoped(.session), .scoped(.request),
        ]
        var services = Array(repeating: ModelService(lifetime: .transient, needs: [], later: [], scopes: []), count: count)
        for number in (0..<count).reversed() {
            let lifetime = lifetimes.randomElement(using: &random) ?? .transient
            services[number].lifetime = lifetime
            if case .scoped(let scope) = lifetime { services[number].scopes = [scope] }
            for need in number + 1..<max(count, number + 1) where random.chance(35) {
                let scopes = services[need].scopes
                guard !lifetime.isShared || scopes.allSatisfy({ $0.rawValue < lifetime.rank }) else { continue }
                services[number].needs.append(need)
                services[number].scopes.formUnion(scopes)
            }
            for later in 0..<count where random.chance(20) { services[number].later.append(later) }
        }
        return services
    }

    private mutating func steps(depth: Int) -> [ValuesStep] {
        (0..<Int.random(in: depth == 0 ? 4...12 : 1...5, using: &random)).map { _ in step(depth: depth) }
    }

    private mutating func step(depth: Int) -> ValuesStep {
        let number = Int.random(in: 0..<ModelOperations.all.count, using: &random)
        let (key, value) = (Int.random(in: 0..<3, using: &random), Int.random(in: 1...99, using: &random))
        let held = Int.random(in: 0..<12, using: &random)
        let scope = ModelScope.allCases[number % 2]
        switch Int.random(in: 0..<(depth < 4 ? 100 : 50), using: &random) {
        case 0..<22: return .resolve(number, inChild: value < 30)
        case 22..<32: return .read(held)
        case 32..<44: return .call(held, handle: value)
        case 44..<46: return depth == 0 ? .replace(number) : .resolve(number, inChild: value < 30)
        case 46..<47: return depth == 0 ? .restore : .read(held)
        case 47..<48: return .observe
        case 48..<49: return depth == 0 ? .setScope(scope, value % 3) : .resolve(number, inChild: value < 30)
        case 49..<50: return depth == 0 ? .clearScope(scope) : .resolve(number, inChild: value < 30)
        case 50..<66: return .values(key: key, value, steps(depth: depth + 1))
        case 66..<76: return .scope(scope, steps(depth: depth + 1))
        case 76..<82: return .override(number, steps(depth: depth + 1))
        case 82..<86: return .beside(number, key: key, value, steps(depth: depth + 1))
        case 86..<90: return .from(held, steps(depth: depth + 1))
        case 90..<94: return .escaped(key: key, value, steps(depth: depth + 1))
        case 94..<97: return .task(steps(depth: depth + 1))
        default: return .detached(steps(depth: depth + 1))
        }
    }
}
