import Depot

/// A random program on one thread, in which one place of the user's code throws.
///
/// Each step that fails is tried once more and must work then.
final class FaultProgram {
    let world = NetWorld()
    let points: FaultPoints
    private let schema: NetSchema
    private var random: NetRandom
    private let root = Container()
    private let child: Container
    private var replacements: [Replacement] = []
    /// The disposals that failed, as the observers were told.
    private let failures = Counter()
    private let observation: Container.Observation

    /// - Parameters:
    ///   - seed: What the program is; the same for the same seed.
    ///   - failing: The number of the place that throws.
    init(seed: UInt64, failing: Int) {
        points = FaultPoints(failing: failing)
        random = NetRandom(seed: seed)
        schema = NetSchema(&random)
        child = Container(parent: root)
        observation = root.observe { [failures] event in if case .disposalFailed = event { failures.increment() } }
        for key in schema.keys.indices { register(key, in: root) }
        for key in schema.keys.indices where random.chance(3) { decorate(key) }
        for number in schema.asyncKeys.indices { registerAsync(number) }
        root.alias((any NetAlias).self, to: NetResource<Net2>.self) { $0 }
        for key in [4, 9] where random.chance(2) {
            schema.keys[key].contribute(root, schema.lifetimes[key], factory(key))
        }
        schema.keys[8].registerForNumber(root, .singleton, factory(8, isNumbered: true))
        schema.keys[0].registerForNumber(root, .transient, factory(0, isNumbered: true))
    }

    /// Runs all of it.
    func run() async {
        for _ in 0..<12 { await step(depth: 0) }
        let failed = await root.close()
        await root.settled()
        if !failed.allSatisfy({ $0.error as? FaultPoints.Fault == points.thrown }) { world.report("Closing failed with \(failed).") }
        let left = world.leftUndisposed
        if !left.isEmpty { world.report("\(left.count) were not disposed: \(left.joined(separator: ", "))") }
        observation.end()
        if let thrown = points.thrown, thrown.service.hasSuffix("disposer"), failures.value != 1 {
            world.report("The observers were told of \(failures.value) failures of a disposer.")
        }
    }
}

// What it registers.
extension FaultProgram {
    private func register(_ key: Int, in container: Container) {
        schema.keys[key].register(container, schema.lifetimes[key], factory(key))
    }

    private func factory(_ key: Int, isNumbered: Bool = false) -> NetFactory {
        let dependencies = schema.dependencies(of: key, &random)
        let (world, points, keys, lifetime) = (world, points, schema.keys, isNumbered ? .transient : schema.lifetimes[key])
        let service = keys[key].written + (isNumbered ? " with arguments (Int)" : "")
        return { resolver in
            try points.pass(service)
            var parts: [any NetService] = []
            for dependency in dependencies {
                switch dependency.form {
                case .plain: parts.append(try keys[dependency.key].resolveIn(resolver))
                case .optional: if let part = try keys[dependency.key].resolveIfRegisteredIn(resolver) { parts.append(part) }
                case .lazy: parts.append(try keys[dependency.key].lazy(resolver)())
                case .provider: parts.append(try keys[dependency.key].provider(resolver)())
                }
                try points.pass(service)
            }
            return FaultProgram.facts(world, key: key, keys[key].isResource, lifetime, parts, points)
        }
    }

    private static func facts(
        _ world: NetWorld, key: Int, _ isResource: Bool, _ lifetime: NetLifetime, _ parts: [any NetService], _ points: FaultPoints
    ) -> NetFacts {
        let facts = NetFacts(world, key: key, generation: 0, home: 0, lifetime, parts: parts) { try points.pass("disposer") }
        if isResource { world.noteCreation(of: facts) }
        return facts
    }

    private func decorate(_ key: Int) {
        let other = min(key + 1 + random.number(3), schema.keys.count - 1)
        let (world, points, keys, lifetime) = (world, points, schema.keys, schema.lifetimes[key])
        let isTaking = other > key && !(schema.lifetimes[key].kind == .session && other == 2)
        keys[key].decorate(root) { base, resolver in
            try points.pass(keys[key].written)
            var parts = [base]
            if isTaking { parts.append(try keys[other].resolveIn(resolver)) }
            try points.pass(keys[key].written)
            return FaultProgram.facts(world, key: key, keys[key].isResource, lifetime, parts, points)
        }
    }

    /// Registers an async service: 0 is of a request and made from 1, which is a singleton.
    private func registerAsync(_ number: Int) {
        let (world, points, schema) = (world, points, schema)
        let service = schema.asyncKeys[number].written
        schema.asyncKeys[number].registerAsync(root, number == 0 ? .request : .singleton) { resolver in
            try points.pass(service)
            var parts: [any NetService] = []
            if number == 0 { parts.append(try await schema.asyncKeys[1].resolveAsyncIn(resolver)) }
            await Task.yield()
            try points.pass(service)
            parts.append(try await schema.keys[6].resolveAsyncIn(resolver))
            parts.append(try schema.keys[9].resolveIn(resolver))
            try points.pass(service)
            let lifetime: NetLifetime = number == 0 ? .request : .singleton
            return FaultProgram.facts(world, key: schema.keys.count + number, number == 1, lifetime, parts, points)
        }
    }
}

// What it does.
extension FaultProgram {
    private func step(depth: Int) async {
        let key = random.number(schema.keys.count)
        let container = random.chance(3) ? child : root
        switch random.number(depth < 3 ? 20 : 12) {
        case 0...4: await attempt(schema.keys[key].written, key) { [schema] in _ = try schema.keys[key].resolve(container) }
        case 5:
            let number = random.number(3)
            let key = number == 0 ? 0 : 8
            let service = "\(schema.keys[key].written) with arguments (Int)"
            await attempt(service, key) { [schema] in _ = try schema.keys[key].resolveForNumber(container, number) }
        case 6: await attempt("any NetAlias", 6) { _ = try container.tryResolve((any NetAlias).self) }
        case 7: await attempt(schema.keys[key].written, key) { [schema] in _ = try await schema.keys[key].resolveAsync(container) }
        case 8: await attempt(schema.asyncKeys[1].written, 9) { [schema] in _ = try await schema.asyncKeys[1].resolveAsync(container) }
        case 9: await attempt(schema.asyncKeys[0].written, 2) { [schema] in _ = try await schema.asyncKeys[0].resolveAsync(container) }
        case 10: change(key, container)
        case 11: await attempt("", 9) { [root] in try await root.start() }
        case 12, 13: await override(key, container, depth)
        case 14: resolveInScope(container)
        case 15: await useHeld(container, depth)
        case 16: await useChild(container)
        default: await scope(container, depth)
        }
    }

    /// Does something that may fail, and does it again where it has.
    private func attempt(_ service: String, _ key: Int, _ body: () async throws -> Void) async {
        for isAgain in [false, true] {
            do {
                try await body()
                return
            } catch {
                guard let error = error as? ResolutionError else { return world.report("\(service) failed with \(error)") }
                let place = NetPlace.current
                if case .scopeNotOpen = error, place.scopes[.request] == nil || place.scopes[.session] == nil { return }
                if let problem = problem(error, service) ?? (isAgain ? "It failed twice: \(error)" : nil) { return world.report(problem) }
            }
        }
    }

    private func problem(_ error: ResolutionError, _ service: String) -> String? {
        guard case .factoryFailed = error, let fault = error.underlying as? FaultPoints.Fault, fault == points.thrown else {
            return "\(service) failed with \(error)"
        }
        if !service.isEmpty, error.path.first != service { return "The path begins with \(error.path) and not with \(service)." }
        // A decorator wraps what takes a number as well.
        let ends = [fault.service, fault.service + " with arguments (Int)"]
        guard let last = error.path.last, ends.contains(last) else {
            return "The path ends with \(error.path) and not with \(fault.service)."
        }
        return nil
    }

    private func change(_ key: Int, _ container: Container) {
        switch random.number(4) {
        case 0: register(key, in: container)
        case 1, 2: replacements.append(schema.keys[key].replace(container, factory(key)))
        default:
            if !replacements.isEmpty, !replacements.remove(at: random.number(replacements.count)).restore() {
                world.report("A replacement had ended.")
            }
        }
    }

    private func override(_ key: Int, _ container: Container, _ depth: Int) async {
        let replaced = factory(key)
        do {
            try await container.withOverrides { [schema] override in
                _ = schema.keys[key].replace(override, replaced)
            } operation: {
                for _ in 0..<1 + random.number(4) { await step(depth: depth + 1) }
                try points.pass("")
            }
        } catch {
            if error as? FaultPoints.Fault != points.thrown { world.report("An override failed with \(error)") }
        }
    }

    private func place(_ kind: ScopeKind) -> NetPlace {
        var place = NetPlace.current
        place.scopes[kind] = world.scopes.increment()
        return place
    }

    private func resolveInScope(_ container: Container) {
        do {
            try NetPlace.$current.withValue(place(.request)) {
                try container.withScope(.request) {
                    for key in [1, 2] {
                        do throws(ResolutionError) {
                            _ = try schema.keys[key].resolve(container)
                        } catch {
                            if case .scopeNotOpen = error, NetPlace.current.scopes[.session] == nil { continue }
                            if let problem = problem(error, schema.keys[key].written) { world.report(problem) }
                        }
                    }
                    try points.pass("")
                }
            }
        } catch {
            if error as? FaultPoints.Fault != points.thrown { world.report("A scope failed with \(error)") }
        }
    }

    private func scope(_ container: Container, _ depth: Int) async {
        let kind: ScopeKind = NetPlace.current.scopes[.request] == nil && random.chance(2) ? .session : .request
        let place = place(kind)
        do {
            try await container.withScope(kind) {
                try await NetPlace.$current.withValue(place) { try await steps(depth) }
            }
        } catch {
            checkEnd(error)
        }
    }

    private func steps(_ depth: Int) async throws {
        for _ in 0..<2 + random.number(4) { await step(depth: depth + 1) }
        try points.pass("")
    }

    private func checkEnd(_ error: any Error) {
        let fault = (error as? DisposalError)?.failures.first?.error ?? error
        if fault as? FaultPoints.Fault != points.thrown { world.report("A scope failed with \(error)") }
    }

    private func useHeld(_ container: Container, _ depth: Int) async {
        let held = HeldScope(.session, id: "\(world.scopes.increment())", in: container)
        var place = place(.session)
        place.scopes[.request] = world.scopes.increment()
        do {
            try await held.withScope(.request) {
                try await NetPlace.$current.withValue(place) { try await steps(depth) }
            }
        } catch {
            checkEnd(error)
        }
        if random.chance(2) { await held.close() }
    }

    private func useChild(_ container: Container) async {
        let child = Container(parent: container)
        register(6, in: child)
        await attempt(schema.keys[6].written, 6) { [schema] in _ = try schema.keys[6].resolve(child) }
        await attempt(schema.keys[5].written, 5) { [schema] in _ = try schema.keys[5].resolve(child) }
        if random.chance(2) { await child.close() }
    }
}
