import Depot
import Testing

// The code of Docs/Depot.docc/Concurrency.md, compiled and run; the last test compares the two.

private final class Counter: Sendable {}

/// Not `Sendable`.
private final class Formatter {}

@MainActor
private final class Screen {}

@MainActor
private final class ProfileModel {
    let counter: Counter

    init(_ counter: Counter) {
        self.counter = counter
    }
}

private struct Greeting: Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

@Suite struct ConcurrencyTests {
    private let container = Container()

    @Test func `C1: a hundred tasks make one`() async {
        let made = EventLog()
        container.register(Counter.self, .singleton) { _ in
            made.add("counter")
            return Counter()
        }
        await withTaskGroup { group in
            for _ in 0..<100 { group.addTask { _ = container.resolve(Counter.self) } }
        }
        #expect(made.lines == ["counter"])
    }

    @Test func `What is shared is Sendable or the main actor's`() async throws {
        container.register(Formatter.self, using: Formatter.init)  // not Sendable: transient or graph
        container.register(Counter.self, .singleton, using: Counter.init)  // Sendable
        container.register(Screen.self, .singleton, onMainActor: { _ in Screen() })  // the main actor's own
        #expect(container.resolve(Formatter.self) !== container.resolve(Formatter.self))
        #expect(container.resolve(Counter.self) === container.resolve(Counter.self))
        await MainActor.run { #expect(container.resolve(Screen.self) === container.resolve(Screen.self)) }
    }

    @Test func `What the main actor makes is resolved there, or awaited`() async throws {
        func offTheMainActor() throws { _ = try container.tryResolve(ProfileModel.self) }
        container.register(Counter.self, .singleton, using: Counter.init)
        container.register(ProfileModel.self, using: ProfileModel.init)  // a @MainActor init
        let model = try await container.resolveAsync(ProfileModel.self)  // from anywhere
        #expect(throws: ResolutionError.self) { try offTheMainActor() }  // tryResolve(ProfileModel.self) on another thread
        await MainActor.run { #expect(model.counter === container.resolve(Counter.self)) }
    }

    @Test func `R9: a detached task takes the override along`() async {
        container.register(Greeting.self, instance: Greeting("real"))
        let mocked = await container.withOverrides {
            $0.replace(Greeting.self, with: Greeting("mock"))
        } operation: {
            let task = withEscapedContext { context in
                Task.detached { context.yield { Container.shared.resolve(Greeting.self).text } }
            }
            return await task.value
        }
        #expect(mocked == "mock")
    }

    @Test func `A detached task has no scope of withScope, and the one set by hand`() async throws {
        container.register(Counter.self, .scoped(.session), using: Counter.init)
        let container = container
        try await container.withScope(.session) {
            let counter = container.resolve(Counter.self)
            #expect(await Task { container.resolve(Counter.self) }.value === counter)
            await #expect(throws: ResolutionError.self) { try await Task.detached { try container.tryResolve(Counter.self) }.value }
        }
        container.scopeContext.setCurrent(.session, id: "ada")
        let counter = container.resolve(Counter.self)
        #expect(await Task.detached { container.resolve(Counter.self) }.value === counter)
    }

    @Test func `Every example in the article is in this file`() throws {
        try expectExamples(of: "Docs/Depot.docc/Concurrency.md", atLeast: 4)
    }
}
