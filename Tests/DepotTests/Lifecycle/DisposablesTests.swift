import Depot
import Testing

private final class Resource: Disposable, Sendable {
    let name: String
    let log: Log

    init(_ name: String, _ log: Log) {
        self.name = name
        self.log = log
    }

    func dispose() async throws {
        log.add(name)
        if name == "failing" { throw Failure() }
    }
}

@Suite struct DisposablesTests {
    private let container = Container()
    private let log = Log()

    private func register(_ name: Name) {
        container.register(Resource.self, name: name, .singleton) { [log] _ in Resource(name.rawValue, log) }
    }

    @Test func `instances are disposed once, in reverse order of creation`() async {
        for name in ["first", "second", "third"] as [Name] { register(name) }
        for name in ["second", "first", "third"] as [Name] { _ = container.resolve(Resource.self, name: name) }
        await container.close()
        await container.close()
        #expect(log.all == ["third", "first", "second"])
    }

    @Test func `a disposal that fails is reported and does not stop the rest`() async {
        for name in ["first", "failing", "last"] as [Name] {
            register(name)
            _ = container.resolve(Resource.self, name: name)
        }
        let failures = await container.close()
        #expect(log.all == ["last", "failing", "first"])
        #expect(failures.map(\.description) == ["Resource could not be disposed: Failure(reason: \"no\")"])
    }

    @Test func `an instance that was handed in is not disposed`() async {
        container.register(Resource.self, instance: Resource("registered", log))
        _ = container.resolve(Resource.self)
        container.replace(Resource.self, with: Resource("mock", log))
        _ = container.resolve(Resource.self)
        container.restoreAll()
        await container.close()
        #expect(log.all == [])
    }

    @Test func `what was made under a replacement is disposed when it is restored`() async {
        register("real")
        let real = container.resolve(Resource.self, name: "real")
        let replacement = container.replace(Resource.self, name: "real") { [log] _ in Resource("mock", log) }
        _ = container.resolve(Resource.self, name: "real")
        replacement.restore()
        await container.settled()
        #expect(log.all == ["mock"])
        #expect(container.resolve(Resource.self, name: "real") === real)
    }
}
