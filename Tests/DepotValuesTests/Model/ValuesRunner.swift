import Depot
import DepotValues
import Synchronization

/// Runs a program on a container, with what the model says of each place at hand.
final class ValuesRunner: Sendable {
    private let program: ValuesProgram
    private let world: ModelWorld
    private let container = Container()
    private let child: Container
    private let held = Mutex<[ModelThing]>([])
    private let replacements = Mutex<[Replacement]>([])
    private let observation = Mutex<Container.Observation?>(nil)
    private let current = Mutex<[ModelScope: ModelValues]>([:])

    init(_ program: ValuesProgram) {
        self.program = program
        world = ModelWorld(program.services)
        child = Container(parent: container)
        for number in program.services.indices { ModelOperations.all[number].register(container, world) }
        for number in program.inChild { ModelOperations.all[number].register(child, world) }
    }

    /// Where what was seen is not what the model says.
    func differences() async -> [String] {
        await inContainer { await self.run(self.program.steps) }
        return world.all
    }

    /// Makes the container the one in effect, as it is, where no other is.
    private func inContainer(_ body: @Sendable () async -> Void) async {
        await Context.$bound.withValue(Context.replacingContainer(container)) { await body() }
    }

    /// The shortest part of a program that still fails.
    static func shortened(_ program: ValuesProgram) async -> ValuesProgram {
        var program = program
        var isShorter = true
        while isShorter {
            isShorter = false
            for candidate in shorter(program.steps) {
                var tried = program
                tried.steps = candidate
                guard await !ValuesRunner(tried).differences().isEmpty else { continue }
                program = tried
                isShorter = true
                break
            }
        }
        return program
    }

    /// The same steps without one of them, with what lies in one in its place, or with one made shorter.
    private static func shorter(_ steps: [ValuesStep]) -> [[ValuesStep]] {
        steps.indices.flatMap { index -> [[ValuesStep]] in
            var without = steps
            let step = without.remove(at: index)
            var flat = without
            flat.insert(contentsOf: step.inner, at: index)
            return [without] + (step.inner.isEmpty ? [] : [flat])
                + shorter(step.inner).map { inner in
                    var changed = steps
                    changed[index].inner = inner
                    return changed
                }
        }
    }

    private func isOpen(_ scopes: Set<ModelScope>) -> Bool {
        let place = ModelPlace.now
        return scopes.allSatisfy { scope in place.scopes[scope] != nil || current.withLock { $0[scope] != nil } }
    }

    private func held(_ number: Int) -> ModelThing? { held.withLock { $0.isEmpty ? nil : $0[number % $0.count] } }

    private func setting(_ key: Int, _ value: Int) -> ModelPlace {
        var place = ModelPlace.now
        place.values = place.values.setting(key, to: value, at: world.stamp())
        return place
    }

    private func at(_ place: ModelPlace, _ steps: [ValuesStep]) async {
        await ModelPlace.$now.withValue(place) {
            world.check("what is in effect", ModelReader().all, place.values)
            await run(steps)
        }
    }

    private func run(_ steps: [ValuesStep]) async { for step in steps { await run(step) } }

    private func run(_ step: ValuesStep) async {
        do { try await perform(step) } catch { world.note("\(step): \(error)") }
    }

    /// What was made inside is not asked for anything after the end.
    private func forgetting(_ body: () async throws -> Void) async rethrows {
        let count = held.withLock { $0.count }
        try await body()
        held.withLock { $0.removeLast($0.count - count) }
    }

    private func perform(_ step: ValuesStep) async throws {
        switch step {
        case .scope, .override, .beside, .detached: try await forgetting { try await act(step) }
        default: try await act(step)
        }
    }

    private func act(_ step: ValuesStep) async throws {
        let place = ModelPlace.now
        switch step {
        case .resolve(let key, let isChild):
            guard isOpen(world.services[key.number].scopes) else { return }
            let things = try await resolve(key, isChild ? child : container)
            checkCount(things, key, isChild)
            take(things, as: key)
        case .read(let number): if let thing = held(number) { read(thing) }
        case .call(let number, let handle): try call(number, handle)
        case .values(let key, let value, let inner):
            let changed = setting(key, value)
            await withDependencies {
                $0.set(key, to: value)
            } operation: {
                await at(changed, inner)
            }
        case .scope(let scope, let inner):
            // A session is around requests: what lives in one of those does not see it.
            if scope == .session, isOpen([.request]) { return }
            var changed = place
            changed.scopes[scope] = place.values
            try await container.withScope(scope.kind) { [changed] in await at(changed, inner) }
        case .override(let service, let inner):
            let changed = contributing(to: service.number, in: place)
            await container.withOverrides {
                _ = ModelOperations.all[service.number].replace($0, service, world)
            } operation: {
                await at(changed, inner)
            }
        case .beside(let service, let key, let value, let inner):
            let changed = contributing(to: service.number, in: setting(key, value))
            await withDependencies {
                $0.set(key, to: value)
                _ = ModelOperations.all[service.number].replace($0.container, service, world)
            } operation: {
                await at(changed, inner)
            }
        case .from(let number, let inner):
            guard let thing = held(number) else { return }
            var changed = place
            changed.values = place.values.merged(with: thing.place.values)
            changed.contributed = nil
            await withDependencies(from: thing.reader) { [changed] in await at(changed, inner) }
        case .escaped(let key, let value, let inner):
            let elsewhere = setting(key, value)
            await withEscapedDependencies { dependencies in
                await withDependencies {
                    $0.set(key, to: value)
                } operation: {
                    await at(elsewhere, [])
                    await dependencies.yield { await at(place, inner) }
                }
            }
        case .task(let inner): await Task { await self.at(place, inner) }.value
        case .detached(let inner): await Task.detached { await self.inContainer { await self.at(ModelPlace(), inner) } }.value
        case .replace(let service):
            guard world.services[service.number].form != .contributed else { return }
            guard let replacement = ModelOperations.all[service.number].replace(container, service, world) else { return }
            replacements.withLock { $0.append(replacement) }
        case .observe:
            // Observing changes nothing.
            let observation = observation.withLock { $0 } == nil ? container.observe { _ in } : nil
            self.observation.withLock { $0 = observation }
        case .restore: replacements.withLock { $0.popLast() }?.restore()
        case .setScope(let scope, let id):
            if scope == .session, isOpen([.request]) { return }
            container.scopeContext.setCurrent(scope.kind, id: "\(id)")
            current.withLock { $0[scope] = ModelValues() }
        case .clearScope(let scope):
            container.scopeContext.clear(scope.kind)
            current.withLock { $0 = scope == .session ? [:] : $0.filter { $0.key != scope } }
        }
    }

    private func resolve(_ key: ModelServiceKey, _ container: Container) async throws -> [ModelThing] {
        let (operations, service) = (ModelOperations.all[key.number], world.services[key.number])
        // What is not async can be awaited, too.
        let isAwaited = service.isAsync || key.number.isMultiple(of: 3)
        return try await isAwaited
            ? operations.resolveAsync(container, key, service.form) : operations.resolve(container, key, service.form)
    }

    /// One of the container, one of the child where it has contributed, and one of each override around.
    private func checkCount(_ things: [ModelThing], _ key: ModelServiceKey, _ isChild: Bool) {
        guard let contributed = ModelPlace.now.contributed else { return }
        var expected = 1
        if world.services[key.number].form == .contributed {
            expected += isChild && program.inChild.contains(key.number) ? 1 : 0
            expected += contributed[key.number, default: 0]
        }
        if things.count != expected { world.note("\(key) is asked for: \(things.count) were given, and the model says \(expected)") }
    }

    private func contributing(to number: Int, in place: ModelPlace) -> ModelPlace {
        var place = place
        if world.services[number].form == .contributed { place.contributed?[number, default: 0] += 1 }
        return place
    }

    private func take(_ things: [ModelThing], as key: ModelServiceKey) {
        for thing in world.checked(things, as: key) {
            held.withLock { $0 += [thing] + thing.needs }
            read(thing)
        }
    }

    private func read(_ thing: ModelThing) {
        world.check("\(thing.key) reads", thing.reader.all, ModelPlace.now.values.merged(with: thing.place.values))
        for need in thing.needs { read(need) }
    }

    private func call(_ number: Int, _ index: Int) throws {
        guard let thing = held(number), !thing.handles.isEmpty else { return }
        let handle = thing.handles[index % thing.handles.count]
        guard isOpen(world.services[handle.key.number].scopes) else { return }
        var place = ModelPlace.now
        // What something shared gets and keeps is kept for all.
        if handle.kind.keeps, let owner = thing.place.owner { (place.values, place.owner) = (owner, owner) }
        take(try ModelPlace.$now.withValue(place) { try handle.call() }, as: handle.key)
    }
}
