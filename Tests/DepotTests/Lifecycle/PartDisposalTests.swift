@testable import Depot
import Testing

/// R9, C6: what only callers got is disposed with what it was made for: an override or a replacement, where it is of that.
@Suite struct PartDisposalTests {
    private final class Tool: Disposable, Sendable {
        private let name: String
        private let log: Log
        init(_ name: String, _ log: Log) { (self.name, self.log) = (name, log) }
        func dispose() async { log.add(name) }
    }

    /// A singleton with a tool of its own, which asks for more of them.
    private final class Shop: Disposable, Sendable {
        let tool: Tool
        let mode: Int
        let more: Provider<Tool>
        private let log: Log

        init(_ tool: Tool, _ mode: Int, _ more: Provider<Tool>, _ log: Log) {
            (self.tool, self.mode, self.more, self.log) = (tool, mode, more, log)
        }

        func dispose() async { log.add("shop \(mode)") }
    }

    private let container = Container()
    private let log = Log()

    init() {
        let log = log
        container.register(Int.self) { _ in 0 }
        container.register(Tool.self) { r in Tool("tool \(try r.resolve(Int.self))", log) }
        container.register(Shop.self, .singleton) { r in Shop(try r.resolve(), try r.resolve(), try r.resolve(), log) }
    }

    private func inOverride(_ operation: @Sendable () -> Void) async {
        let container = container
        synchronously { container.withOverrides({ $0.replace(Int.self, with: 1) }, operation: operation) }
        await container.settled()
    }

    @Test func `R9 C6 the part of a singleton that was made in an override is disposed with the override, after it`() async {
        await inOverride { [container] in _ = container.resolve(Shop.self) }
        #expect(log.all == ["shop 1", "tool 1"])
        await container.close()
        #expect(log.all == ["shop 1", "tool 1"])
    }

    @Test func `C6 that of one that an override has nothing to do with stays`() async {
        container.register(Tool.self) { [log] _ in Tool("tool", log) }
        container.register(Shop.self, .singleton) { [log] r in Shop(try r.resolve(), 0, try r.resolve(), log) }
        await inOverride { [container] in _ = container.resolve(Shop.self) }
        #expect(log.all == [])
        await container.close()
        #expect(log.all == ["shop 0", "tool"])
    }

    @Test func `C6 that of a replacement is disposed when that is restored`() async {
        let replacement = container.replace(Int.self, with: 1)
        _ = container.resolve(Shop.self)
        replacement.restore()
        await container.settled()
        #expect(log.all == ["shop 1", "tool 1"])
        await container.close()
        #expect(log.all == ["shop 1", "tool 1"])
    }

    @Test func `R9 C6 what a decorator wraps is disposed with the override that it was made in`() async {
        container.register(Tool.self, .singleton) { [log] r in Tool("base \(try r.resolve(Int.self))", log) }
        container.decorate(Tool.self) { [log] _, _ in Tool("decorated", log) }
        await inOverride { [container] in _ = container.resolve(Tool.self) }
        #expect(log.all == ["decorated", "base 1"])
    }

    @Test func `R9 C6 what a handle gives in an override is disposed with the override`() async {
        let shop = container.resolve(Shop.self)
        await inOverride { _ = shop.more() }
        #expect(log.all == ["tool 1"])
        await container.close()
        #expect(log.all == ["tool 1", "shop 0", "tool 0"])
    }

    @Test(arguments: [true, false]) func `R9 C6 in an override and a scope it goes with the inner one`(isScopeOutside: Bool) async throws {
        let (container, log) = (container, log)
        if isScopeOutside {
            try await container.withScope(.request) {
                await inOverride { _ = container.resolve(Tool.self) }
                #expect(log.all == ["tool 1"])
            }
        } else {
            try await container.withOverrides {
                $0.replace(Int.self, with: 1)
            } operation: {
                try await container.withScope(.request) { () async throws in _ = container.resolve(Tool.self) }
                #expect(log.all == ["tool 1"])
            }
        }
        #expect(log.all == ["tool 1"])
    }

    @Test func `C6 what was made for an instance that was outdated before it was there is disposed with that`() async {
        let (container, log) = (container, log)
        let isFirst = Locked(true)
        container.register(Shop.self, .singleton) { r in
            let tool: Tool = try r.resolve()
            if isFirst.withLock({ isFirst in
                defer { isFirst = false }; return isFirst
            }) {
                container.register(Int.self) { _ in 1 }
            }
            return Shop(tool, try r.resolve(), try r.resolve(), log)
        }
        #expect(container.resolve(Shop.self).mode == 1)
        await container.settled()
        #expect(log.all == ["shop 1", "tool 0"])
        await container.close()
        #expect(log.all == ["shop 1", "tool 0", "shop 1", "tool 1"])
    }

    @Test func `R9 C6 a factory that fails leaves what it got to the container`() async {
        container.register(Shop.self, .singleton) { r in
            _ = try r.resolve(Tool.self)
            throw Failure()
        }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Shop.self) }
        await container.close()
        #expect(log.all == ["tool 0"])
    }

    @Test func `R9 C6 one that fails in an override leaves that to the override`() async {
        container.register(Shop.self, .singleton) { r in
            _ = try r.resolve(Tool.self)
            throw Failure()
        }
        await inOverride { [container] in
            #expect(throws: ResolutionError.self) { try container.tryResolve(Shop.self) }
        }
        #expect(log.all == ["tool 1"])
        await container.close()
        #expect(log.all == ["tool 1"])
    }

    @Test func `R9 C6 so does a decorator that fails leave what it was to wrap, in a scope too`() async throws {
        let (container, log) = (container, log)
        container.register(Tool.self, .scoped(.request)) { r in Tool("base \(try r.resolve(Int.self))", log) }
        container.decorate(Tool.self) { _, _ in throw Failure() }
        try await container.withScope(.request) {
            await inOverride {
                #expect(throws: ResolutionError.self) { try container.tryResolve(Tool.self) }
            }
            #expect(log.all == ["base 1"])
        }
        #expect(log.all == ["base 1"])
    }

    @Test func `R9 C6 what a graph has of an override is disposed with the override`() async {
        container.register(Tool.self, .graph) { [log] r in Tool("tool \(try r.resolve(Int.self))", log) }
        await inOverride { [container] in _ = container.resolve(Shop.self) }
        #expect(log.all == ["shop 1", "tool 1"])
        await container.close()
        #expect(log.all == ["shop 1", "tool 1"])
    }
}
