import Depot
import DepotSharing
import Observation
import Testing

/// What a reference, its store, its streams and its observers have held is gone once nobody has them any more.
@Suite struct ReleaseTests {
    @Test(arguments: ReleaseScene.all)
    private func `H11 H17 nothing is left`(after scene: ReleaseScene) async throws {
        let counter = ThingCounter()
        try await scene.run(counter)
        #expect(counter.made > 0)
        #expect(await eventually { counter.alive == 0 }, "\(counter.alive) of \(counter.made) are left.")
    }
}

private struct ReleaseScene: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (ThingCounter) async throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (ThingCounter) async throws -> Void) {
        testDescription = name
        self.run = run
    }

    static let all = values + streams + stores + observers

    private static let values = [
        ReleaseScene("a value that was written") { counter in
            let shared = Shared(value: Thing(counter))
            shared.withLock { $0 = Thing(counter) }
        },
        ReleaseScene("a part that outlives its whole") { counter in
            let part = Shared(value: Whole(first: Thing(counter))).first
            part.withLock { $0 = Thing(counter) }
        },
        ReleaseScene("a part of an optional that is nil for a while") { counter in
            let whole = Shared(value: Whole(first: Thing(counter)))
            whole.withLock { $0.second = Thing(counter) }
            let part = try #require(Shared(whole.second))
            whole.withLock { $0.second = nil }
            part.withLock { $0 = Thing(counter) }
            whole.withLock { $0.second = Thing(counter) }
        },
        ReleaseScene("an element that has gone, and its stream") { counter in
            let whole = Shared(value: Whole(first: Thing(counter)))
            whole.withLock { $0.rest[1] = Thing(counter) }
            let element = try #require(Shared(whole.rest[1]))
            let values = element.values
            whole.withLock { $0.rest = [:] }
            var iterator = values.makeAsyncIterator()
            #expect(await iterator.next() != nil)
        },
    ]

    private static let streams = [
        ReleaseScene("a stream whose task is cancelled") { counter in
            let shared = Shared(value: Thing(counter))
            let reading = Task { for await _ in shared.values {} }
            for _ in 0..<5 {
                await Task.yield()
                shared.withLock { $0 = Thing(counter) }
            }
            reading.cancel()
            await reading.value
        },
        ReleaseScene("a stream that outlives its reference") { counter in
            let values = Shared(value: Thing(counter)).values
            var iterator = values.makeAsyncIterator()
            #expect(await iterator.next() != nil)
        },
        ReleaseScene("values that nobody has read") { counter in
            let shared = Shared(value: Thing(counter))
            var iterator = shared.values.makeAsyncIterator()
            #expect(await iterator.next() != nil)
            for _ in 0..<10 { shared.withLock { $0 = Thing(counter) } }
        },
    ]

    private static let stores = [
        ReleaseScene("a store that was written and saved") { counter in
            @Shared(ThingKey(counter)) var thing = Thing(counter)
            $thing.withLock { $0 = Thing(counter) }
            try await $thing.save()
        },
        ReleaseScene("a store that never answers") { counter in
            let asked = Locked<LoadContinuation<Thing>?>(nil)
            @Shared(ThingKey(counter, load: { answer in asked.withLock { $0 = answer } })) var thing = Thing(counter)
            #expect($thing.isLoading)
            asked.withLock { $0 = nil }
        },
        ReleaseScene("a store that answers when its reference has gone") { counter in
            let asked = Locked<LoadContinuation<Thing>?>(nil)
            do {
                @Shared(ThingKey(counter, load: { answer in asked.withLock { $0 = answer } })) var thing = Thing(counter)
                #expect($thing.isLoading)
            }
            asked.withLock { $0 }?.resume(returning: Thing(counter))
        },
        ReleaseScene("a store that cannot be read") { counter in
            @Shared(ThingKey(counter, load: { $0.resume(throwing: ThingError(thing: Thing(counter))) })) var thing = Thing(counter)
            await #expect(throws: ThingError.self) { try await $thing.load() }
        },
        ReleaseScene("a store that saves when its reference has gone, for a task that is cancelled") { counter in
            let asked = Locked<[SaveContinuation]>([])
            do {
                @Shared(ThingKey(counter, save: { answer in asked.withLock { $0.append(answer) } })) var thing = Thing(counter)
                $thing.withLock { $0 = Thing(counter) }
                let saving = Task { [shared = $thing] in try await shared.save() }
                saving.cancel()
            }
            await eventually {
                let answers = asked.withLock { asked in
                    defer { asked = [] }
                    return asked
                }
                for answer in answers { answer.resume() }
                return counter.alive == 0
            }
        },
        ReleaseScene("a subscriber that the store keeps") { counter in
            let kept = Locked<SharedSubscriber<Thing>?>(nil)
            do {
                @Shared(ThingKey(counter, subscribe: { subscriber in kept.withLock { $0 = subscriber } })) var thing = Thing(counter)
                kept.withLock { $0 }?.yield(Thing(counter))
                #expect(thing.counter === counter)
            }
            let subscriber = try #require(kept.withLock { $0 })
            subscriber.yield(Thing(counter))
            subscriber.yield(throwing: ThingError(thing: Thing(counter)))
            #expect(await eventually { counter.alive == 0 }, "The store alone keeps \(counter.alive).")
        },
        ReleaseScene("a property that is turned to other stores") { counter in
            @Shared(ThingKey(counter)) var thing = Thing(counter)
            try await $thing.load(ThingKey(counter))
            $thing.withLock { $0 = Thing(counter) }
            try await $thing.load(ThingKey(counter, load: { $0.resume(returning: Thing(counter)) }))
        },
    ]

    private static let observers = [
        ReleaseScene("an observer that was told") { counter in
            let shared = Shared(value: Thing(counter))
            observe({ _ = shared.wrappedValue }, by: Thing(counter))
            shared.withLock { $0 = Thing(counter) }
        },
        ReleaseScene("an observer that was not told") { counter in
            let shared = Shared(value: Thing(counter))
            observe({ _ = shared.wrappedValue }, by: Thing(counter))
        },
        ReleaseScene("an observer of a part and of a store") { counter in
            @Shared(ThingKey(counter)) var thing = Thing(counter)
            observe({ _ = thing }, by: Thing(counter))
            let part = Shared(value: Whole(first: Thing(counter))).first
            observe({ _ = part.wrappedValue }, by: Thing(counter))
        },
    ]

    private static func observe(_ body: () -> Void, by thing: Thing) {
        withObservationTracking(body) { withExtendedLifetime(thing) {} }
    }
}

private final class ThingCounter: Sendable {
    private let counts = Locked((made: 0, gone: 0))
    var made: Int { counts.withLock { $0.made } }
    var alive: Int { counts.withLock { $0.made - $0.gone } }

    func come() { counts.withLock { $0.made += 1 } }

    func go() { counts.withLock { $0.gone += 1 } }
}

private final class Thing: Sendable {
    let counter: ThingCounter

    init(_ counter: ThingCounter) {
        self.counter = counter
        counter.come()
    }

    deinit { counter.go() }
}

private struct ThingError: Error {
    let thing: Thing
}

private struct Whole: Sendable {
    var first: Thing
    var second: Thing?
    var rest: [Int: Thing] = [:]
}

/// A key that holds a thing itself, and another one in the end of its subscription.
private struct ThingKey: SharedKey {
    var id: ObjectIdentifier { ObjectIdentifier(thing) }
    private let thing: Thing
    private let loading: @Sendable (LoadContinuation<Thing>) -> Void
    private let saving: @Sendable (SaveContinuation) -> Void
    private let subscribing: @Sendable (SharedSubscriber<Thing>) -> Void

    init(
        _ counter: ThingCounter, load loading: @escaping @Sendable (LoadContinuation<Thing>) -> Void = { $0.resume(returning: nil) },
        save saving: @escaping @Sendable (SaveContinuation) -> Void = { $0.resume() },
        subscribe subscribing: @escaping @Sendable (SharedSubscriber<Thing>) -> Void = { _ in }
    ) {
        thing = Thing(counter)
        self.loading = loading
        self.saving = saving
        self.subscribing = subscribing
    }

    func load(context: LoadContext, continuation: LoadContinuation<Thing>) { loading(continuation) }

    func save(_ value: Thing, context: SaveContext, continuation: SaveContinuation) { saving(continuation) }

    func subscribe(subscriber: SharedSubscriber<Thing>) -> SharedSubscription {
        subscribing(subscriber)
        return SharedSubscription { [end = Thing(thing.counter)] in withExtendedLifetime(end) {} }
    }
}
