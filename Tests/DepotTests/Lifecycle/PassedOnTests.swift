import Depot
import Testing

private final class Resource: Disposable, Sendable {
    let name: String
    let log: Log

    init(_ name: String, _ log: Log) {
        self.name = name
        self.log = log
    }

    func dispose() async throws { log.add(name) }
}

/// Objects that a factory gives and has not made itself.
@Suite struct PassedOnTests {
    private let container = Container()
    private let log = Log()

    private func register(_ name: Name) {
        container.register(Resource.self, name: name, .singleton) { [log] _ in Resource(name.rawValue, log) }
    }

    @Test func `S5 what a closure passes on is disposed once, with the owner that had it made`() async {
        container.register(Resource.self, .singleton) { [log] _ in Resource("singleton", log) }
        container.register((any Sendable).self, name: "transient") { try $0.resolve(Resource.self) }
        container.register((any Sendable).self, .singleton) { try $0.resolve(Resource.self) }
        container.register((any Disposable & Sendable).self, .scoped(.request)) { try $0.resolve(Resource.self) }
        container.register(Resource.self, name: "own", .scoped(.request)) { [log] _ in Resource("request's", log) }
        for _ in 0..<2 {
            synchronously {
                container.withScope(.request) {
                    _ = container.resolve((any Sendable).self, name: "transient")
                    _ = container.resolve((any Sendable).self)
                    _ = container.resolve((any Disposable & Sendable).self)
                    _ = container.resolve(Resource.self, name: "own")
                }
            }
        }
        await container.settled()
        #expect(log.all == ["request's", "request's"])
        await container.close()
        #expect(log.all == ["request's", "request's", "singleton"])
    }

    @Test func `S5 what a replacement passes on is not disposed when that is restored`() async {
        register("real")
        container.register((any Sendable).self, .singleton) { [log] _ in Resource("other", log) }
        let replacement = container.replace((any Sendable).self) { try $0.resolve(Resource.self, name: "real") }
        #expect(container.resolve((any Sendable).self) as? Resource === container.resolve(Resource.self, name: "real"))
        replacement.restore()
        synchronously {
            container.withOverrides {
                $0.replace((any Sendable).self) { try $0.resolve(Resource.self, name: "real") }
            } operation: {
                _ = Container.shared.resolve((any Sendable).self)
            }
        }
        await container.settled()
        #expect(log.all == [])
        await container.close()
        #expect(log.all == ["real"])
    }

    @Test func `S5 what another container made is its own to dispose, also where that is no relative`() async {
        register("first's")
        let other = Container()
        other.register(Resource.self, .singleton) { [container] _ in container.resolve(Resource.self, name: "first's") }
        _ = other.resolve(Resource.self)
        await other.close()
        #expect(log.all == [])
        await container.close()
        #expect(log.all == ["first's"])
    }

    @Test func `S5 what is held weakly and passed on is disposed once`() async {
        container.register(Resource.self, .weak) { [log] _ in Resource("weak", log) }
        container.register((any Disposable & Sendable).self, .scoped(.request)) { try $0.resolve(Resource.self) }
        let held = container.resolve(Resource.self)
        synchronously {
            container.withScope(.request) { _ = container.resolve((any Disposable & Sendable).self) }
        }
        await container.settled()
        #expect(log.all == [])
        await container.close()
        withExtendedLifetime(held) {}
        #expect(log.all == ["weak"])
    }

    @Test func `S5 what is made where something weak was before is disposed`() async {
        let names = (0..<100).map { Name("\($0)") }
        for name in names { container.register(Resource.self, name: name, .weak) { [log] _ in Resource("weak", log) } }
        for name in names { _ = container.resolve(Resource.self, name: name) }
        container.register(Resource.self) { [log] _ in Resource("next", log) }
        for _ in names { _ = container.resolve(Resource.self) }
        await container.close()
        #expect(log.all == Array(repeating: "next", count: 100))
    }

    @Test func `S5 what is given again after it was disposed is disposed again`() async {
        let pooled = Resource("pooled", log)
        container.register(Resource.self) { _ in pooled }
        for _ in 0..<2 {
            synchronously {
                container.withScope(.request) {
                    for _ in 0..<2 { _ = container.resolve(Resource.self) }
                }
            }
            await container.settled()
        }
        #expect(log.all == ["pooled", "pooled"])
    }

    @Test func `S5 S10 what was handed in and is passed on is not disposed`() async {
        container.register(Resource.self, instance: Resource("registered", log))
        container.expect(Resource.self, name: "given", in: .request)
        register("mocked")
        for name in [nil, "given", "mocked"] as [Name?] {
            container.register((any Sendable).self, name: name) { try $0.resolve(Resource.self, name: name) }
            container.register((any Disposable & Sendable).self, name: name, .scoped(.request)) {
                try $0.resolve(Resource.self, name: name)
            }
        }
        func resolveAll() {
            let container = Container.shared
            for name in [nil, "given", "mocked"] as [Name?] {
                _ = container.resolve((any Sendable).self, name: name)
                _ = container.resolve((any Disposable & Sendable).self, name: name)
            }
        }
        // One object in many places, of which some end earlier.
        let given = Resource("given", log)
        synchronously {
            container.withOverrides { [log] in
                $0.replace(Resource.self, name: "mocked", with: Resource("mock", log))
            } operation: {
                for _ in 0..<3 {
                    Container.shared.withScope(.request, providing: { $0.provide(Resource.self, name: "given", given) }) { resolveAll() }
                }
            }
        }
        await container.settled()
        await container.close()
        #expect(log.all == [])
    }

    @Test func `S10 what was handed in at two places is not disposed when one of them is gone`() async {
        let shared = Resource("shared", log)
        synchronously {
            let other = Container()
            other.register(Resource.self, instance: shared)
            container.register(Resource.self, instance: shared)
        }
        container.register((any Sendable).self) { try $0.resolve(Resource.self) }
        _ = container.resolve((any Sendable).self)
        await container.close()
        #expect(log.all == [])
    }

    @Test func `S5 S11 threads that pass on each other's objects dispose each once`() async {
        let made = Locked(0)
        let disposed = Locked<[ObjectIdentifier: Int]>([:])
        final class Counted: Disposable, Sendable {
            let disposed: Locked<[ObjectIdentifier: Int]>
            init(_ disposed: Locked<[ObjectIdentifier: Int]>) { self.disposed = disposed }
            func dispose() async throws { disposed.withLock { $0[ObjectIdentifier(self), default: 0] += 1 } }
        }
        container.register(Counted.self, .singleton) { _ in
            made.withLock { $0 += 1 }
            return Counted(disposed)
        }
        container.register((any Sendable).self) { try $0.resolve(Counted.self) }
        container.register((any Disposable & Sendable).self, .scoped(.request)) { try $0.resolve(Counted.self) }
        let threads = (0..<8).map { _ in
            startThread { [container] in
                for _ in 0..<500 {
                    synchronously {
                        container.withScope(.request) {
                            _ = container.resolve((any Disposable & Sendable).self)
                            _ = container.resolve((any Sendable).self)
                        }
                    }
                }
            }
        }
        for thread in threads { join(thread) }
        await container.settled()
        #expect(disposed.withLock { $0 } == [:])
        await container.close()
        #expect(disposed.withLock { Array($0.values) } == [1])
        #expect(made.withLock { $0 } == 1)
    }
}
