import Depot
import Testing

/// Properties that are read while what they reach is replaced.
@Suite struct InjectedRaceTests {
    private final class Source: Sendable {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    private final class Made: Sendable {
        let source: Source
        init(_ source: Source) { self.source = source }
    }

    /// What has a property.
    private final class Owner<Value: Sendable>: Sendable {
        private let injected = Inject<Value>()
        var value: Value { injected.wrappedValue }
    }

    /// What was made from what has a property.
    private final class Around: Sendable {
        let owner: Owner<Made>
        init(_ owner: Owner<Made>) { self.owner = owner }
    }

    /// What has a handle.
    private final class Later: Sendable {
        let around: Lazy<Around>
        init(_ around: Lazy<Around>) { self.around = around }
    }

    /// Reads a property of a singleton while another thread replaces what is being made for it, and finds the singleton right after that.
    private func expectReplaced<Value: Sendable>(_ type: Value.Type, by source: @escaping @Sendable (Value) -> Source?) {
        let (container, isFirst) = (Container(), Locked(true))
        container.register(Source.self, .singleton) { _ in Source(0) }
        container.register(Owner<Value>.self, .singleton) { _ in Owner() }
        container.register(Made.self) { r in
            let source: Source = try r.resolve()
            let isReplaced = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if !isReplaced { return Made(source) }
            onThread {
                container.replace(Source.self, with: Source(1))
                _ = container.resolve(Owner<Value>.self)
            }
            return Made(source)
        }
        container.withScope(.request) {
            let owner = container.resolve(Owner<Value>.self)
            #expect(source(owner.value)?.number == 0)
            #expect(source(container.resolve(Owner<Value>.self).value)?.number == 1)
        }
    }

    @Test func `R1: what is replaced while a property resolves it is not kept`() {
        expectReplaced(Made.self) { $0.source }
        expectReplaced([Made].self) { $0.first?.source }
        expectReplaced(Made?.self) { $0?.source }
    }

    @Test func `R1 C1: what a property reaches is of no time before it was asked for, whatever is replaced meanwhile`() {
        let container = Container()
        container.register(Source.self, .singleton) { _ in Source(0) }
        container.register(Made.self, .singleton, using: Made.init)
        container.register(Owner<Made>.self, .weak) { _ in Owner() }
        container.register(Around.self, using: Around.init)
        container.register(Later.self, .singleton, using: Later.init)
        container.register(Owner<Owner<Made>>.self, .singleton) { _ in Owner() }
        container.register(Owner<Around>.self, .singleton) { _ in Owner() }
        container.register(Owner<[Made]>.self, .singleton) { _ in Owner() }
        let ways: [@Sendable () -> Int] = [
            { container.resolve(Owner<Owner<Made>>.self).value.value.source.number },
            { container.resolve(Owner<Around>.self).value.owner.value.source.number },
            { container.resolve(Owner<[Made]>.self).value[0].source.number },
            { container.resolve(Later.self).around().owner.value.source.number },
        ]
        let rounds = stressRounds(debug: 200, release: 5_000)
        let (latest, wrong) = (Locked(0), Locked<[String]>([]))
        race(4) { _, thread in
            container.withScope(.request) {
                if thread == 0 {
                    for number in 1...rounds {
                        container.replace(Source.self, with: Source(number))
                        latest.withLock { $0 = number }
                        if number.isMultiple(of: 16) { yieldProcessor() }
                    }
                } else {
                    var round = 0
                    while latest.withLock({ $0 }) < rounds {
                        let way = (round + thread) % ways.count
                        let before = latest.withLock { $0 }
                        let found = ways[way]()
                        if found < before { wrong.withLock { $0.append("\(way): \(found), after \(before)") } }
                        round += 1
                    }
                }
            }
        }
        #expect(wrong.withLock { $0 } == [])
        for way in ways { container.withScope(.request) { #expect(way() == rounds) } }
    }
}
