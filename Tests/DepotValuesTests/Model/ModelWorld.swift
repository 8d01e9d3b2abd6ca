import Depot
import DepotValues
import Synchronization

/// The services of a program, and what was seen of them.
final class ModelWorld: Sendable {
    let services: [ModelService]
    let isAsync: Bool
    private let differences = Mutex<[String]>([])
    private let stamps = Atomic(0)

    init(_ services: [ModelService], isAsync: Bool) {
        self.services = services
        self.isAsync = isAsync
    }

    /// Where what was seen is not what the model says.
    var all: [String] { differences.withLock { $0 } }

    func stamp() -> Int { stamps.add(1, ordering: .relaxed).newValue }

    func check(_ what: @autoclosure () -> String, _ seen: [Int], _ expected: ModelValues) {
        if seen != expected.all { note("\(what()): \(seen) was seen, and the model says \(expected)") }
    }

    func note(_ what: String) { differences.withLock { $0.append(what) } }

    /// What a service sees when it is made here.
    func place(for number: Int) -> ModelPlace {
        var place = ModelPlace.now
        switch services[number].lifetime {
        case .transient, .graph: return place
        case .singleton, .weak, .cached: place.values = ModelValues()
        case .scoped(let scope): place.values = place.scopes[scope] ?? ModelValues()
        }
        place.owner = place.values
        return place
    }

    func make<Thing: ModelThing>(_ number: Int, _ r: Resolver, isMock: Bool = false, _ making: ModelMaking<Thing>) throws -> Thing {
        let place = place(for: number)
        check("\(number) is made", ModelReader().all, place.values)
        return try ModelPlace.$now.withValue(place) {
            let needs = isMock ? [] : try services[number].needs.map { try ModelOperations.all[$0].need(r) }
            check("\(number) has its needs", ModelReader().all, place.values)
            return making(number, place, needs, isMock ? [] : try handles(number, r))
        }
    }

    private func makeAsync<Thing: ModelThing>(_ number: Int, _ r: Resolver, _ making: ModelMaking<Thing>) async throws -> Thing {
        let place = place(for: number)
        check("\(number) is made", ModelReader().all, place.values)
        return try await ModelPlace.$now.withValue(place) {
            var needs: [ModelThing] = []
            for need in services[number].needs { needs.append(try await ModelOperations.all[need].needAsync(r)) }
            await Task.yield()
            check("\(number) has its needs", ModelReader().all, place.values)
            return making(number, place, needs, [])
        }
    }

    private func handles(_ number: Int, _ r: Resolver) throws -> [ModelHandle] {
        try services[number].later.flatMap { later in try ModelHandle.Kind.allCases.map { try ModelOperations.all[later].handle(r, $0) } }
    }

    func register<Thing: ModelThing>(
        _ type: Thing.Type, _ number: Int, in container: Container, _ making: @escaping ModelMaking<Thing>
    ) {
        let lifetime = services[number].lifetime
        switch (lifetime, isAsync) {
        case (.transient, false): container.register(type) { r in try self.make(number, r, making) }
        case (.graph, false): container.register(type, .graph) { r in try self.make(number, r, making) }
        case (_, false): container.register(type, shared(lifetime)) { r in try self.make(number, r, making) }
        case (.transient, true): container.registerAsync(type) { r in try await self.makeAsync(number, r, making) }
        case (.graph, true): container.registerAsync(type, .graph) { r in try await self.makeAsync(number, r, making) }
        case (_, true): container.registerAsync(type, shared(lifetime)) { r in try await self.makeAsync(number, r, making) }
        }
    }

    private func shared(_ lifetime: ModelLifetime) -> SharedLifetime {
        switch lifetime {
        case .weak: .weak
        case .cached: .cached(for: .seconds(1_000))
        case .scoped(let scope): .scoped(scope.kind)
        default: .singleton
        }
    }
}
