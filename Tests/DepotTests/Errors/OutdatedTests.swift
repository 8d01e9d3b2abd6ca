import Depot
import Testing

/// A replacement below an async singleton outdates it: what a synchronous resolve then says, and what mends it.
@Suite struct OutdatedTests {
    private struct Config: Sendable { let url: String }
    private final class Database: Sendable {
        let url: String
        init(_ config: Config) async { url = config.url }
    }
    private final class Store: Sendable {
        let database: Database
        init(_ database: Database) { self.database = database }
    }

    private func makeContainer() -> Container {
        let container = Container()
        container.register(Config.self, .singleton) { _ in Config(url: "disk") }
        container.registerAsync(Database.self, .singleton, file: "App/Database.swift", line: 3, using: Database.init)
        container.register(Store.self, .singleton, file: "App/Store.swift", line: 4, using: Store.init)
        return container
    }

    @Test func `R1: it says that it existed, what outdated it at which line, and what to do`() async throws {
        let container = makeContainer()
        try await container.start()
        #expect(container.resolve(Store.self).database.url == "disk")
        container.replace(Config.self, with: Config(url: "memory"), file: "Tests/StoreTests.swift", line: 12)
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Store.self) } == """
                Database was made by its async factory, and is outdated since Config was replaced at Tests/StoreTests.swift:12.
                  path: Store (App/Store.swift:4) → Database (App/Database.swift:3)
                  fix:  make it anew: `try await container.start()` again, or await resolveAsync(OutdatedTests.Database.self). In a test, \
                replace Database itself, by an instance or by replaceAsync.
                """)
    }

    @Test(arguments: [false, true])
    func `R1: it says so where what it was made from was registered anew, or decorated`(isDecorated: Bool) async throws {
        let container = makeContainer()
        try await container.start()
        if isDecorated {
            container.decorate(Config.self, file: "Tests/StoreTests.swift", line: 14) { config, _ in config }
        } else {
            container.register(Config.self, .singleton, file: "Tests/StoreTests.swift", line: 14) { _ in Config(url: "memory") }
        }
        let told = text { () throws(ResolutionError) in try container.tryResolve(Store.self) }
        let verb = isDecorated ? "decorated" : "registered anew"
        let what = "Database was made by its async factory, and is outdated since Config was \(verb) at Tests/StoreTests.swift:14."
        #expect(told.hasPrefix(what), "\(told)")
        try await container.start()
        #expect(container.resolve(Store.self).database.url == (isDecorated ? "disk" : "memory"))
    }

    @Test func `R1: start again makes it anew, and restore brings the first back`() async throws {
        let container = makeContainer()
        try await container.start()
        let database = container.resolve(Database.self)
        let replacement = container.replace(Config.self, with: Config(url: "memory"))
        try await container.start()
        #expect(container.resolve(Store.self).database.url == "memory")
        replacement.restore()
        #expect(container.resolve(Database.self) === database)
    }

    @Test func `R3: so it says in an override`() async throws {
        let container = makeContainer()
        try await container.start()
        try await container.withOverrides {
            $0.replace(Config.self, with: Config(url: "memory"), file: "Tests/StoreTests.swift", line: 13)
        } operation: {
            let told = text { () throws(ResolutionError) in try container.tryResolve(Store.self) }
            #expect(told.hasPrefix("Database was made by its async factory, and is outdated since Config was replaced at "))
            try await Container.shared.start()
            #expect(container.resolve(Store.self).database.url == "memory")
        }
    }

    @Test func `C14: before it was made at all it still says so`() {
        let container = makeContainer()
        container.replace(Config.self, with: Config(url: "memory"))
        let told = text { () throws(ResolutionError) in try container.tryResolve(Store.self) }
        #expect(told.hasPrefix("Database is made by an async factory and does not exist yet."))
    }
}
