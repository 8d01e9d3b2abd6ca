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
        world = ModelWorld(program.services, isAsync: program.isAsync)
        child = Container(parent: container)
        for operations in ModelOperations.all { operations.register(container, world) }
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
        case .resolve(let number, let isChild):
            let container = isChild ? child : container
            guard isOpen(world.services[number].scopes) else { return }
            let operations = ModelOperations.all[number]
            let thing = try await world.isAsync ? operations.resolveAsync(container) : operations.resolve(container)
            held.withLock { $0 += [thing] + thing.needs }
            read(thing)
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
        case .override(let number, let inner):
            await container.withOverrides {
                _ = ModelOperations.all[number].replace($0, world)
            } operation: {
                await at(place, inner)
            }
        case .beside(let number, let key, let value, let inner):
            let changed = setting(key, value)
            await withDependencies {
                $0.set(key, to: value)
                _ = ModelOperations.all[number].replace($0.container, world)
            } operation: {
                await at(changed, inner)
            }
        case .from(let number, let inner):
            guard let thing = held(number) else { return }
            var changed = place
            changed.values = place.values.merged(with: thing.place.values)
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
        case .replace(let number):
            let replacement = ModelOperations.all[number].replace(container, world)
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

    private func read(_ thing: ModelThing) {
        world.check("\(thing.number) reads", thing.reader.all, ModelPlace.now.values.merged(with: thing.place.values))
        for need in thing.needs { read(need) }
    }

    private func call(_ number: Int, _ index: Int) throws {
        guard let thing = held(number), !thing.handles.isEmpty else { return }
        let handle = thing.handles[index % thing.handles.count]
        guard isOpen(world.services[handle.number].scopes) else { return }
        var place = ModelPlace.now
        // What something shared gets and keeps is kept for all.
        if handle.kind.keeps, let owner = thing.place.owner { (place.values, place.owner) = (owner, owner) }
        let made = try ModelPlace.$now.withValue(place) { try handle.call() }
        held.withLock { $0 += [made] + made.needs }
        read(made)
    }
}
