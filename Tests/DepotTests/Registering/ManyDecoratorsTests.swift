import Depot
import Testing

/// However many decorators a service has, they take no stack.
@Suite struct ManyDecoratorsTests {
    private final class Tally: Sendable {
        let value: Int

        init(_ value: Int) {
            self.value = value
        }
    }

    private static let many = stressRounds(debug: 3_000, release: 10_000)

    @Test func `C13 C11 a service with thousands of decorators is made, drawn and released on a small stack`() {
        onThread(stack: 512 << 10) {
            let container = Container()
            container.register(Tally.self, .singleton) { _ in Tally(0) }
            container.register(Tally.self, name: "function", .singleton, using: { Tally(0) })
            for _ in 0..<Self.many {
                container.decorate(Tally.self) { base, _ in Tally(base.value + 1) }
                container.decorate(Tally.self, name: "function", using: { (base: Tally) in Tally(base.value + 1) })
            }
            #expect(container.graph.problems.isEmpty)
            #expect(container.resolve(Tally.self).value == Self.many)
            #expect(container.resolve(Tally.self, name: "function").value == Self.many)
            let child = Container(parent: container)
            child.decorate(Tally.self) { base, _ in Tally(base.value + 1) }
            #expect(child.resolve(Tally.self).value == Self.many + 1)
            container.register(Tally.self) { _ in Tally(0) }
            #expect(child.resolve(Tally.self).value == 1)
        }
    }

    @Test func `C13 C11 an async service with thousands of decorators is awaited`() async throws {
        let container = Container()
        container.registerAsync(Tally.self, .singleton) { _ in Tally(0) }
        for _ in 0..<Self.many { container.decorate(Tally.self) { base, _ in Tally(base.value + 1) } }
        #expect(try await container.resolveAsync(Tally.self).value == Self.many)
    }

    @Test func `C11 S5 what was handed in is not disposed, and what wraps it is, however often it is wrapped`() async {
        final class Owned: Disposable, Sendable {
            let name: String
            let log: Log

            init(_ name: String, _ log: Log) {
                (self.name, self.log) = (name, log)
            }

            func dispose() async { log.add(name) }
        }
        let (container, log) = (Container(), Log())
        container.register(Owned.self, instance: Owned("given", log))
        for number in 1...3 { container.decorate(Owned.self) { _, _ in Owned("\(number)", log) } }
        _ = container.resolve(Owned.self)
        await container.close()
        #expect(log.all == ["3", "2", "1"])
    }

    @Test func `C11 S5 a value that was handed in is not disposed, and what wraps it is`() async {
        struct Owned: Disposable, Sendable {
            let name: String
            let log: Log

            func dispose() async { log.add(name) }
        }
        let (container, log) = (Container(), Log())
        container.register(Owned.self, instance: Owned(name: "given", log: log))
        container.decorate(Owned.self) { _, _ in Owned(name: "wrapping", log: log) }
        _ = container.resolve(Owned.self)
        await container.close()
        #expect(log.all == ["wrapping"])
    }

    @Test func `C11 what is contributed is not decorated`() {
        let container = Container()
        container.register(Tally.self) { _ in Tally(1) }
        container.contribute(Tally.self) { _ in Tally(2) }
        container.decorate(Tally.self) { base, _ in Tally(base.value * 10) }
        container.contribute(Tally.self) { _ in Tally(3) }
        #expect(container.resolveAll(Tally.self).map(\.value) == [10, 2, 3])
    }

    @Test func `C11 a decorator wraps each registration of its type and its name, with arguments or without, and no other`() {
        let container = Container()
        let child = Container(parent: container)
        container.register(Tally.self) { _ in Tally(1) }
        container.register(Tally.self) { (_, first: Int) in Tally(first) }
        container.register(Tally.self) { (_, first: Int, second: Int) in Tally(first + second) }
        container.register(Tally.self, name: "a") { _ in Tally(2) }
        container.register(Tally.self, name: "a") { (_, first: Int) in Tally(first) }
        child.decorate(Tally.self) { base, _ in Tally(base.value * 10) }
        container.decorate(Tally.self, name: "a") { base, _ in Tally(base.value * 100) }
        #expect(child.resolve(Tally.self).value == 10)
        #expect(child.resolve(Tally.self, arguments: 4).value == 40)
        #expect(child.resolve(Tally.self, arguments: 4, 5).value == 90)
        #expect(child.resolve(Tally.self, name: "a").value == 200)
        #expect(container.resolve(Tally.self, name: "a", arguments: 3).value == 300)
        #expect(container.resolve(Tally.self, arguments: 4).value == 4)
    }
}
