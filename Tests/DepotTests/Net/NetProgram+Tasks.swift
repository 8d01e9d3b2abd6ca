import Depot

// The steps of a random program in a task.
extension NetProgram {
    /// Runs random steps, those in scopes and overrides by the async forms.
    func runAsync(_ count: Int, _ random: inout NetRandom, mayChange: Bool, depth: Int = 0) async {
        for _ in 0..<count {
            let container = random.number(containers.count)
            switch random.number(depth < 3 ? 24 : 16) {
            case 0...9: step(&random, mayChange: mayChange, depth: 3)
            case 10...14: await resolveAsync(&random, container)
            case 15:
                if mayChange, random.chance(3) { registerAsync(random.number(2), in: container) } else { await Task.yield() }
            case 16...18: await overrideAsync(&random, container, mayChange, depth)
            case 19...21:
                let kind = kind(&random)
                await scope(&random, inside(kind, world.scopes.increment()), mayChange, depth) { body in
                    try await self.containers[container].withScope(kind) { await body() }
                }
            default:
                let held = held.withLock { [number = random.number(2)] in $0[number] }
                var inside = inside(.session, held.number)
                inside.scopes[.request] = world.scopes.increment()
                inside.mayBeClosed = true
                await scope(&random, inside, mayChange, depth) { body in try await held.scope.withScope(.request) { await body() } }
            }
        }
    }

    private func resolveAsync(_ random: inout NetRandom, _ container: Int) async {
        let moment = history.now
        let number = random.number(schema.keys.count + 3)
        let key = min(number, schema.keys.count + 1)
        do {
            let resolve = key < schema.keys.count ? schema.keys[key].resolveAsync : schema.asyncKeys[key - schema.keys.count].resolveAsync
            check(try await resolve(containers[container]), key, from: container, since: moment)
        } catch {
            check(error, "k\(key) of c\(container), async")
        }
    }

    private func overrideAsync(_ random: inout NetRandom, _ container: Int, _ mayChange: Bool, _ depth: Int) async {
        var place = NetPlace.current
        var inner = random
        await containers[container].withOverrides { override in
            place.overrides.append(NetPlace.Override(container: container, generations: configure(override, container, &inner)))
        } operation: {
            await NetPlace.$current.withValue(place) {
                await runAsync(1 + inner.number(5), &inner, mayChange: mayChange, depth: depth + 1)
            }
        }
        random = inner
    }

    private func scope(
        _ random: inout NetRandom, _ inside: NetPlace, _ mayChange: Bool, _ depth: Int,
        _ open: (() async -> Void) async throws -> Void
    ) async {
        var inner = random
        do {
            try await open {
                await NetPlace.$current.withValue(inside) {
                    await runAsync(2 + inner.number(6), &inner, mayChange: mayChange, depth: depth + 1)
                }
            }
        } catch {
            check(error, "A scope")
        }
        random = inner
    }
}
