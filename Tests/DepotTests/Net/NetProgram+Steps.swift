import Depot

// The steps of a random program.
extension NetProgram {
    /// Runs random steps.
    func run(_ count: Int, _ random: inout NetRandom, mayChange: Bool, depth: Int = 0) {
        for _ in 0..<count { step(&random, mayChange: mayChange, depth: depth) }
    }

    func step(_ random: inout NetRandom, mayChange: Bool, depth: Int) {
        let container = random.number(containers.count)
        if mayChange, random.chance(4) { return change(&random, container) }
        switch random.number(depth < 3 ? 16 : 10) {
        case 0: resolveOtherForms(&random, container)
        case 1...9: resolve(random.number(schema.keys.count), from: container, &random)
        case 10, 11: override(&random, container, depth) { self.run(1 + $0.number(5), &$0, mayChange: mayChange, depth: depth + 1) }
        case 12, 13, 14:
            let kind = kind(&random)
            let inside = inside(kind, world.scopes.increment())
            containers[container].withScope(kind) {
                NetPlace.$current.withValue(inside) { run(2 + random.number(6), &random, mayChange: mayChange, depth: depth + 1) }
            }
        default:
            let held = held.withLock { [number = random.number(2)] in $0[number] }
            var inside = inside(.session, held.number)
            inside.scopes[.request] = world.scopes.increment()
            inside.mayBeClosed = true
            held.scope.withScope(.request) {
                NetPlace.$current.withValue(inside) { run(2 + random.number(6), &random, mayChange: mayChange, depth: depth + 1) }
            }
        }
    }

    func inside(_ kind: ScopeKind, _ number: Int) -> NetPlace {
        var place = NetPlace.current
        place.scopes[kind] = number
        return place
    }

    /// A kind of scope to open: a request is inside a session, and not the other way round.
    func kind(_ random: inout NetRandom) -> ScopeKind {
        NetPlace.current.scopes[.request] == nil && random.chance(2) ? .session : .request
    }

    func resolve(_ key: Int, from container: Int, _ random: inout NetRandom) {
        let moment = history.now
        do throws(ResolutionError) {
            let service = try schema.keys[key].resolve(containers[container])
            check(service, key, from: container, since: moment)
            // What was made in scopes and overrides that are open here is resolved here.
            if random.chance(3) { resolveLater(of: service.facts, from: container) }
        } catch {
            check(error, "k\(key) of c\(container)")
        }
    }

    /// Calls the `Lazy` and `Provider` that a service keeps.
    private func resolveLater(of facts: NetFacts, from container: Int) {
        let home = facts.lifetime.isShared ? facts.home : container
        for later in facts.later {
            let moment = history.now
            do throws(ResolutionError) {
                let service = try later.get()
                // Checked where nothing is overridden: an override may be seen by it or not, as the service was made for it or not.
                if NetPlace.current.overrides.isEmpty, facts.lifetime != .graph {
                    check(service, later.key, from: home, since: moment, by: "\(later.form) of \(facts)")
                }
            } catch {
                check(error, "k\(later.key) of c\(home), later")
            }
        }
    }

    private func resolveOtherForms(_ random: inout NetRandom, _ container: Int) {
        let moment = history.now
        switch random.number(4) {
        case 0:
            do throws(ResolutionError) {
                let service = try containers[container].tryResolve((any NetAlias).self)
                check(service, 6, from: container, since: moment)
            } catch {
                check(error, "the alias of c\(container)")
            }
        case 1:
            let number = random.number(5)
            let service = containers[container].resolve(NetArgument.self, arguments: number)
            if service.number != number { world.report("The argument \(service.number) was given for \(number).") }
            if service !== containers[0].resolve(NetArgument.self, arguments: number) { world.report("\(number) was made twice.") }
        case 2:
            let before = containers[container].resolveAll(NetPlugin.self).map(\.generation)
            let after = containers[container].resolveAll(NetPlugin.self).map(\.generation)
            if !after.starts(with: before) && !Set(after).isSuperset(of: before) { world.report("\(before) became \(after).") }
        default:
            _ = containers[container].isRegistered(NetItem<Net3>.self)
            let one = containers[container].resolve(NetItem<Net3>.self)
            let other: NetItem<Net3>? = containers[0].resolveIfRegistered()
            if one !== other { world.report("A singleton was made twice.") }
        }
    }

    func override(_ random: inout NetRandom, _ container: Int, _ depth: Int, _ body: (inout NetRandom) -> Void) {
        var place = NetPlace.current
        containers[container].withOverrides { override in
            place.overrides.append(NetPlace.Override(container: container, generations: configure(override, container, &random)))
        } operation: {
            NetPlace.$current.withValue(place) { body(&random) }
        }
    }

    /// Replaces some keys in an override.
    ///
    /// - Returns: The generation of each.
    func configure(_ override: Container, _ container: Int, _ random: inout NetRandom) -> [Int: Int] {
        var generations: [Int: Int] = [:]
        for _ in 0..<random.number(3) {
            let key = random.number(schema.keys.count)
            if schema.settled.contains(key) || generations[key] != nil { continue }
            if random.chance(2) {
                let generation = world.generations.increment()
                let facts = NetFacts(world, key: key, generation: generation, home: container, .transient)
                _ = schema.keys[key].replaceByInstance(override, facts)
                generations[key] = generation
            } else {
                let (generation, make) = factory(key, in: container, &random)
                _ = schema.keys[key].replace(override, make)
                generations[key] = generation
            }
        }
        return generations
    }
}

// The steps that change what others see.
extension NetProgram {
    private func change(_ random: inout NetRandom, _ container: Int) {
        let key = random.number(schema.keys.count)
        switch random.number(12) {
        case 0...2: if !schema.settled.contains(key) { register(key, in: random.chance(2) ? 0 : container, &random) }
        case 3...4: if !schema.settled.contains(key) { replace(key, in: container, &random) }
        case 5...7:
            for key in schema.keys.indices where !schema.settled.contains(key) {
                if !history.restore(random.number(4), container, key) { world.report("A replacement had ended before it was restored.") }
            }
        case 8: world.arm(disposers: random.chance(2))
        case 9: if random.chance(8) { contribute(in: container) }
        case 10: useChild(of: container)
        default: if random.chance(4) { exchangeHeld(random.number(2)) }
        }
    }

    /// Closes a held scope that others may be in.
    private func exchangeHeld(_ number: Int) {
        let old = held.withLock { held in
            defer { held[number] = self.makeHeld() }
            return held[number]
        }
        old.scope.clear()
    }

    /// Makes a child of its own, in which a service of the child hides that of its parents.
    private func useChild(of container: Int) {
        let child = Container(parent: containers[container])
        let (census, serial) = (world.census, world.serials.increment())
        child.register(Int.self) { _ in serial }
        child.register(Resident.self, .singleton) { r in
            if try r.resolve(Int.self) != serial { throw NetWorld.Armed() }
            return Resident(census)
        }
        let one = child.resolve(Resident.self)
        if one !== child.resolve(Resident.self) { world.report("A child's singleton was made twice.") }
        if containers[container].isRegistered(Resident.self) { world.report("A child's service is seen by its parent.") }
        if child.resolve(NetItem<Net3>.self) !== containers[0].resolve(NetItem<Net3>.self) {
            world.report("A parent's singleton was made for a child.")
        }
    }
}
