import Depot
import DepotTesting
import DepotValues
import Testing

private enum Resolved: DependencyKey {
    static var liveValue: String { Container.shared.resolve(String.self) }
    static var testValue: String { liveValue }
}

/// What all tasks share is made in nobody's overrides.
@Suite struct SharedDefaultTests {
    /// A default with a dependency of its own, made anew for each cache.
    private struct Log: DependencyKey {
        @Dependency(\.number) var number
        static var liveValue: Log { Log() }
        static var testValue: Log { Log() }

        static var read: Int {
            @Dependency(Log.self) var log
            return log.number
        }
    }

    private struct Made: DependencyKey {
        let number: Int
        static var liveValue: Made { testValue }
        static var testValue: Made { Made(number: Reader().number) }
    }

    private enum NumberInContext: DependencyKey {
        static var liveValue: Int { Reader().number }
        static var testValue: Int { Reader().number }
    }

    @Test func `V11 what one task overrides does not show up in the default of another`() async {
        let first = Gate()
        let second = Gate()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await withDependencies {
                    $0.number = 10
                } operation: {
                    await first.open()
                    await second.wait()
                    #expect(Log.read == 10)
                }
            }
            group.addTask {
                await first.wait()
                withDependencies {
                    $0.number = 20
                } operation: {
                    #expect(Log.read == 20, "the first read, which makes the default")
                }
                await second.open()
            }
        }
        #expect(Log.read == 2)
    }

    @Test func `V11 a default that reads while it is made sees nobody's overrides, whoever is first`() {
        let made = withDependencies {
            $0.number = 7
        } operation: {
            @Dependency(Made.self) var made
            return made.number
        }
        #expect(made == 2)
    }

    @Test(.dependency(\.number, 8)) func `V11 what a trait sets belongs to the whole test, and its defaults see it`() {
        withDependencies {
            $0.number = 7
        } operation: {
            @Dependency(Made.self) var made
            @Dependency(Log.self) var log
            #expect(made.number == 8)
            #expect(log.number == 7)
        }
        @Dependency(Log.self) var log
        #expect(log.number == 8)
    }

    @Test func `V5 a default that resolves is made in the container in which it is first read, once`() {
        let parent = Container()
        func read(registered name: String) -> String {
            let child = Container(parent: parent)
            child.register(String.self) { _ in name }
            @Dependency(Resolved.self) var resolved
            return child.withScope(.request) { resolved }
        }
        #expect(read(registered: "first") == "first")
        #expect(read(registered: "second") == "first")
    }

    @Test func `V5 the default of a context reads defaults of that context`() {
        let live = withDependencies {
            $0.context = .live
        } operation: {
            @Dependency(NumberInContext.self) var value
            return value
        }
        @Dependency(NumberInContext.self) var value
        #expect(live == 1)
        #expect(value == 2)
    }

    @Test func `V11 a default does not keep the override of the container that its first reader was in`() {
        let container = Container()
        container.register(String.self) { _ in "base" }
        let (inside, named) = container.withOverrides {
            $0.replace(String.self, with: "mock")
        } operation: {
            @Dependency(Named.self) var named
            return (named.name, named)
        }
        #expect(inside == "base")
        #expect(named.name == "base")
    }

    private struct Named: DependencyKey {
        let name: String
        static var liveValue: Named { testValue }
        static var testValue: Named { Named(name: Container.shared.resolve()) }
    }
}

/// Services that a container or a scope keeps.
@Suite struct SharedServiceTests {
    private final class Service: Sendable {
        private let reader = Reader()
        let first: Int
        var number: Int { reader.number }

        init() { first = Reader().number }
    }

    private func inOverride<Result>(_ number: Int, _ operation: () -> Result) -> Result {
        withDependencies {
            $0.number = number
        } operation: {
            operation()
        }
    }

    @Test(arguments: ["closure", "using", "resolver", "async"])
    func `V11 a service that the container keeps is made in nobody's overrides`(form: String) async throws {
        let container = Container()
        switch form {
        case "closure": container.register(Service.self, .singleton) { _ in Service() }
        case "using": container.register(Service.self, .singleton, using: Service.init)
        case "resolver":
            container.register(Service.self, .singleton) { _ in Service() }
            container.register([Service].self) { r in [try r.resolve()] }
        default: container.registerAsync(Service.self, .singleton) { _ in Service() }
        }
        let service = try await withDependencies {
            $0.number = 7
        } operation: {
            if form == "async" { return try await container.resolveAsync(Service.self) }
            return form == "resolver" ? container.resolve([Service].self)[0] : container.resolve(Service.self)
        }
        #expect(service.first == 2)
        #expect(service.number == 2)
        #expect(inOverride(9) { service.number } == 9)
        #expect(container.resolve(Service.self) === service)
    }

    @Test func `V11 so is one that it makes anew in an override of the container`() {
        let container = Container()
        container.register(Service.self, .weak) { _ in Service() }
        let service = withDependencies {
            $0.number = 7
        } operation: {
            container.withOverrides { _ in
            } operation: {
                container.resolve(Service.self)
            }
        }
        #expect(service.number == 2)
    }

    @Test func `V11 a service that only the caller gets sees the caller's overrides and keeps them`() {
        let container = Container()
        container.register(Service.self, using: Service.init)
        let service = inOverride(7) { container.resolve(Service.self) }
        #expect(service.first == 7)
        #expect(service.number == 7)
    }

    @Test(arguments: [true, false]) func `V11 what a scope keeps sees what was in effect where the scope was opened`(usesResolver: Bool) {
        let container = Container()
        if usesResolver {
            container.register(Service.self, .scoped(.request)) { _ in Service() }
        } else {
            container.register(Service.self, .scoped(.request), using: Service.init)
        }
        inOverride(7) {
            container.withScope(.request) {
                let service = inOverride(9) { container.resolve(Service.self) }
                #expect(service.first == 7)
                #expect(service.number == 7)
                #expect(container.resolve(Service.self) === service)
            }
        }
    }

    @Test func `V11 what a current scope keeps sees nobody's overrides`() {
        let container = Container()
        container.register(Service.self, .scoped(.session), using: Service.init)
        let service = inOverride(7) {
            container.scopeContext.setCurrent(.session, id: "ada")
            return container.resolve(Service.self)
        }
        #expect(service.first == 2)
        container.scopeContext.clear(.session)
    }

    @Test func `V11 what has no test value is reported with the way out where something shared reads it`() {
        let container = Container()
        container.register(String.self, .singleton) { _ in
            @Dependency(\.liveOnly) var liveOnly
            return liveOnly
        }
        let texts = reports {
            withDependencies {
                $0.liveOnly = "override"
            } operation: {
                #expect(container.resolve(String.self) == "live")
            }
        }
        let wayOut = "• later, when it is used: what all tasks share, as what is made here, is made outside of every withDependencies"
        #expect(texts.count == 1)
        #expect(texts.first?.contains(wayOut) == true)
    }

    private enum Own {
        @TaskLocal static var tag = "none"
    }

    @Test func `C15 a factory still inherits the caller's own task-locals`() {
        let container = Container()
        container.register(String.self, .singleton) { _ in Own.tag }
        let tag = inOverride(7) { Own.$tag.withValue("caller") { container.resolve(String.self) } }
        #expect(tag == "caller")
    }
}

/// Opened once, waited for by any number.
private actor Gate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func open() {
        isOpen = true
        waiters.forEach { $0.resume() }
        waiters = []
    }

    func wait() async {
        if isOpen { return }
        await withCheckedContinuation { waiters.append($0) }
    }
}
