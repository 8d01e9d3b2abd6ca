import Depot
import Testing

private final class Closable: Disposable, Sendable {
    func dispose() {}
}
private final class Broken: Disposable, Sendable {
    func dispose() throws { throw Failure() }
}
@MainActor private final class Panel { init() {} }

@Suite struct ObserveTests {
    /// An event without its times.
    private static func short(_ event: ContainerEvent) -> String {
        switch event {
        case .registered(let service): "registered \(service)"
        case .resolved(let service, let asker, _): "resolved \(service.name) by \(asker?.name ?? "the app")"
        case .created(let service, let asker, _): "created \(service.name) by \(asker?.name ?? "the app")"
        case .replaced(let service): "replaced \(service)"
        case .restored(let service): "restored \(service)"
        case .disposed(let type): "disposed \(type)"
        case .disposalFailed(let failure): "\(failure)"
        case .scopeOpened, .scopeEntered, .scopeClosed: "\(event)"
        case .failed(let error): "failed \(error.diagnosis.what)"
        }
    }

    private static func observing(_ container: Container) -> (log: Log, observation: Container.Observation) {
        let log = Log()
        return (log, container.observe { log.add(short($0)) })
    }

    @Test func `What is resolved and made is told, with who asked`() {
        let container = loginContainer()
        let (log, observation) = Self.observing(container)
        _ = container.resolve((any GraphTokens).self)
        _ = container.resolve((any GraphTokens).self)
        observation.end()
        _ = container.resolve((any GraphTokens).self)
        #expect(
            log.all == [
                "created any GraphNetwork by any GraphTokens", "resolved any GraphNetwork by any GraphTokens",
                "created any GraphTokens by the app",
                "resolved any GraphTokens by the app", "resolved any GraphTokens by the app",
            ])
    }

    @Test func `What is awaited off the main actor and made there is told once`() async throws {
        let container = Container()
        container.register(Panel.self, .singleton, using: Panel.init)
        let (log, observation) = Self.observing(container)
        for _ in 0..<2 { try await Task.detached { _ = try await container.resolveAsync(Panel.self) }.value }
        observation.end()
        #expect(log.all == ["created Panel by the app", "resolved Panel by the app", "resolved Panel by the app"])
        #expect(container.graph.nodes.map(\.observedResolves) == [2])
    }

    @Test func `Who asked for a shared service that a closure makes is told`() {
        let container = Container()
        container.register(Int.self, .singleton) { _ in 1 }
        container.register(String.self, .singleton) { r in "\(try r.resolve(Int.self))" }
        container.register(Bool.self) { r in try r.resolve(String.self).isEmpty }
        let (log, observation) = Self.observing(container)
        _ = container.resolve(Bool.self)
        observation.end()
        #expect(
            log.all == [
                "created Int by String", "resolved Int by String", "created String by Bool", "resolved String by Bool",
                "created Bool by the app", "resolved Bool by the app",
            ])
    }

    @Test func `What a scope was given is told by the line where that was provided`() {
        let container = Container()
        let log = Log()
        container.register(Int.self, .scoped(.request), file: here, line: 1) { _ in 1 }
        container.expect(String.self, in: .request, file: here, line: 2)
        let observation = container.observe { event in
            switch event {
            case .created(let service, _, _), .resolved(let service, _, _): log.add("\(service)")
            default: break
            }
        }
        func resolve() {
            _ = container.resolve(Int.self)
            _ = container.resolve(String.self)
        }
        container.withScope(.request) { scope in
            scope.provide(Int.self, file: here, line: 3) { _ in 2 }
            scope.provide(String.self, file: here, line: 4) { _ in "" }
        } operation: {
            resolve()
            container.withScope(.request, providing: { $0.provide(String.self, file: here, line: 5) { _ in "" } }, operation: resolve)
        }
        observation.end()
        let first = ["Int (DepotTests/Here.swift:3)", "String (DepotTests/Here.swift:4)"].flatMap { [$0, $0] }
        let second = ["Int (DepotTests/Here.swift:3)", "String (DepotTests/Here.swift:5)", "String (DepotTests/Here.swift:5)"]
        #expect(log.all == first + second)
    }

    @Test func `What an injected property asks for is no failure until it is read`() {
        struct Page {
            @Inject var missing: Float?
            @Inject var absent: Double
        }
        let container = Container()
        container.register(Page.self) { _ in Page() }
        let (log, observation) = Self.observing(container)
        container.withScope(.request) { #expect(container.resolve(Page.self).missing == nil) }
        observation.end()
        #expect(!log.all.contains { $0.hasPrefix("failed") })
    }

    @Test func `What was settled before is told, too`() {
        let container = loginContainer()
        for _ in 0..<3 { _ = container.resolve((any GraphNetwork).self) }
        let (log, observation) = Self.observing(container)
        _ = container.resolve((any GraphNetwork).self)
        #expect(log.all == ["resolved any GraphNetwork by the app"])
        observation.end()
        observation.end()
        _ = container.resolve((any GraphNetwork).self)
        #expect(log.all.count == 1)
    }

    @Test func `R3 each replacement that ends is told once, the latest first: with its override, its child or its container`() async {
        let container = loginContainer()
        let all = Log()
        let observation = container.observe { event in
            switch event {
            case .replaced(let service), .restored(let service): all.add("\(event.description.prefix(8)) \(service.source.line)")
            default: break
            }
        }
        // Each with something made in it and without.
        for isUsed in [true, false] {
            synchronously {
                container.withOverrides {
                    $0.replace((any GraphNetwork).self, line: 1) { _ in URLGraphNetwork() }
                    $0.replace((any GraphTokens).self, line: 2) { r in DefaultGraphTokens(try r.resolve()) }
                } operation: {
                    if isUsed { _ = container.resolve((any GraphTokens).self) }
                }
            }
            await container.withOverrides {
                $0.replace((any GraphNetwork).self, line: 3) { _ in URLGraphNetwork() }
            } operation: {
                await Task.yield()
            }
            let child = Container(parent: container)
            child.replace((any GraphNetwork).self, line: 4) { _ in URLGraphNetwork() }
            if isUsed { _ = child.resolve((any GraphNetwork).self) }
            await child.close()
            await child.close()
        }
        let round = [
            "replaced 1", "replaced 2", "restored 2", "restored 1", "replaced 3", "restored 3", "replaced 4", "restored 4",
        ]
        #expect(all.all == round + round)
        container.replace((any GraphNetwork).self, line: 5) { _ in URLGraphNetwork() }
        let replacement = container.replace((any GraphTokens).self, line: 6) { r in DefaultGraphTokens(try r.resolve()) }
        replacement.restore()
        await container.close()
        #expect(all.all.suffix(4) == ["replaced 5", "replaced 6", "restored 6", "restored 5"])
        observation.end()
    }

    @Test func `Releasing the token ends it`() {
        let container = loginContainer()
        let log = Log()
        do { _ = container.observe { log.add("\($0)") } }
        _ = container.resolve((any GraphNetwork).self)
        #expect(log.all.isEmpty)
    }

    @Test func `Registering, replacing and restoring are told`() {
        let container = Container()
        let (log, observation) = Self.observing(container)
        container.register(Int.self, file: here, line: 1, instance: 1)
        container.replace(Int.self, with: 2, file: here, line: 2).restore()
        #expect(
            log.all == [
                "registered Int (DepotTests/Here.swift:1)", "replaced Int (DepotTests/Here.swift:2)",
                "restored Int (DepotTests/Here.swift:2)",
            ])
        observation.end()
    }

    @Test func `A failure is told once, where it went wrong`() {
        let container = Container()
        container.register(Int.self) { r in try r.resolve(String.self).count }
        container.register(String.self) { _ in throw Failure() }
        container.register(Bool.self) { r in try r.resolve(Double.self) > 0 }
        let (log, observation) = Self.observing(container)
        #expect(throws: ResolutionError.self) { try container.tryResolve(Int.self) }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Bool.self) }
        #expect(log.all == ["failed The factory of String threw: Failure(reason: \"no\")", "failed Double is not registered."])
        observation.end()
    }

    @Test func `Disposals are told, and the failures among them`() async {
        let container = Container()
        container.register(Closable.self, .singleton) { _ in Closable() }
        container.register(Broken.self, .singleton) { _ in Broken() }
        _ = container.resolve(Closable.self)
        _ = container.resolve(Broken.self)
        let (log, observation) = Self.observing(container)
        await container.close()
        #expect(log.all == ["Broken could not be disposed: Failure(reason: \"no\")", "disposed Closable"])
        observation.end()
    }

    @Test func `What is awaited is told`() async throws {
        let container = loginContainer()
        let (log, observation) = Self.observing(container)
        _ = try await container.resolveAsync(GraphDatabase.self)
        _ = try await container.resolveAsync(GraphScreen.self)
        #expect(log.all.contains("created GraphDatabase by the app"))
        #expect(log.all.contains("resolved GraphDatabase by the app"))
        #expect(log.all.contains("created any GraphNetwork by GraphDatabase"))
        #expect(log.all.contains("resolved any GraphLogin by GraphScreen"))
        observation.end()
    }

    @Test func `An observer may resolve, register and replace`() {
        let container = loginContainer()
        let count = Counter()
        let observation = container.observe { _ in
            count.increment()
            _ = container.resolve((any GraphTokens).self)
            container.register(Int.self, instance: count.value)
        }
        _ = container.resolve((any GraphNetwork).self)
        #expect(count.value == 2)
        #expect(container.isRegistered(Int.self))
        observation.end()
    }

    @Test func `An event reads as a line`() throws {
        let container = Container()
        let log = Log()
        let observation = container.observe { log.add("\($0)") }
        container.register(Int.self, file: here, line: 1) { _ in 1 }
        container.register(String.self, file: here, line: 2) { r in "\(try r.resolve(Int.self))" }
        _ = container.resolve(String.self)
        observation.end()
        let time = try Regex("[0-9.]+ (ns|µs|ms|s)$")
        #expect(
            log.all.map { $0.replacing(time, with: "a while") } == [
                "registered Int (DepotTests/Here.swift:1) as transient", "registered String (DepotTests/Here.swift:2) as transient",
                "created Int (DepotTests/Here.swift:1) for String in a while",
                "resolved Int (DepotTests/Here.swift:1) for String in a while",
                "created String (DepotTests/Here.swift:2) in a while", "resolved String (DepotTests/Here.swift:2) in a while",
            ])
    }
}
