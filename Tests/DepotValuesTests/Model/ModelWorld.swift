import Depot
import DepotValues
import Synchronization

/// The services of a program, and what was seen of them.
final class ModelWorld: Sendable {
    let services: [ModelService]
    private let differences = Mutex<[String]>([])
    private let stamps = Atomic(0)

    init(_ services: [ModelService]) { self.services = services }

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

    func make<Thing: ModelThing>(
        _ key: ModelServiceKey, _ r: Resolver, isMock: Bool = false, _ making: ModelMaking<Thing>
    ) throws -> Thing {
        let place = place(for: key.number)
        check("\(key) is made", ModelReader().all, place.values)
        return try ModelPlace.$now.withValue(place) {
            let needs = isMock ? [] : try services[key.number].needs.flatMap { try need($0, r) }
            check("\(key) has its needs", ModelReader().all, place.values)
            return making(key, place, needs, isMock ? [] : try handles(key.number, r))
        }
    }

    func makeAsync<Thing: ModelThing>(
        _ key: ModelServiceKey, _ r: Resolver, isMock: Bool = false, _ making: ModelMaking<Thing>
    ) async throws -> Thing {
        let place = place(for: key.number)
        check("\(key) is made", ModelReader().all, place.values)
        return try await ModelPlace.$now.withValue(place) {
            var needs: [ModelThing] = []
            for need in isMock ? [] : services[key.number].needs { needs += try await needAsync(need, r) }
            await Task.yield()
            check("\(key) has its needs", ModelReader().all, place.values)
            return making(key, place, needs, isMock ? [] : try handles(key.number, r))
        }
    }

    private func need(_ key: ModelServiceKey, _ r: Resolver) throws -> [ModelThing] {
        checked(try ModelOperations.all[key.number].need(r, key, services[key.number].form), as: key)
    }

    private func needAsync(_ key: ModelServiceKey, _ r: Resolver) async throws -> [ModelThing] {
        guard services[key.number].isAsync else { return try need(key, r) }
        return checked(try await ModelOperations.all[key.number].needAsync(r, key), as: key)
    }

    private func handles(_ number: Int, _ r: Resolver) throws -> [ModelHandle] {
        try services[number].later.flatMap { later in
            let form = services[later.number].form
            return try ModelHandle.Kind.all(of: form).map { try ModelOperations.all[later.number].handle(r, later, form, $0) }
        }
    }

    /// Whoever asks for a name or an argument gets what was made for that.
    func checked(_ things: [ModelThing], as key: ModelServiceKey) -> [ModelThing] {
        if things.isEmpty { note("\(key) is asked for: nothing was given") }
        for thing in things where thing.key != key { note("\(key) is asked for: \(thing.key) was given") }
        return things
    }
}
