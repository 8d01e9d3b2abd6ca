import Depot
import Testing

/// Which assemblies are applied, and how often.
@Suite struct AssembleTests {
    private struct Server: Sendable {
        let name: String
    }

    private struct ServerAssembly: Assembly, Hashable {
        let name: String

        func assemble(_ container: Container) {
            container.register(Server.self, name: Name(name), instance: Server(name: name))
        }
    }

    private struct LogAssembly: Assembly {
        func assemble(_ container: Container) { container.contribute(String.self) { _ in "log" } }
    }

    private struct AppAssembly: Assembly {
        var dependencies: [any Assembly] {
            ServerAssembly(name: "a")
            LogAssembly()
        }

        func assemble(_ container: Container) {}
    }

    private struct Unequal: Assembly {
        let name: String

        func assemble(_ container: Container) {}
    }

    private struct Greedy: Assembly, Hashable {
        let name: String

        func assemble(_ container: Container) { container.register(String.self, instance: name) }
    }

    private final class Once: Assembly {
        let name = "once"

        func assemble(_ container: Container) { container.contribute(String.self) { _ in "once" } }
    }

    /// An assembly whose `==` and `hash` use the container.
    private struct Nosy: Assembly, Hashable {
        let container: Container
        let number: Int

        static func == (first: Nosy, second: Nosy) -> Bool {
            first.container.isRegistered(String.self) == second.container.isRegistered(String.self) && first.number == second.number
        }

        func hash(into hasher: inout Hasher) { hasher.combine(container.isRegistered(String.self)) }

        func assemble(_ container: Container) { container.contribute(Int.self) { [number] _ in number } }
    }

    @Test func `a Hashable assembly is applied once for each value`() {
        let container = Container {
            ServerAssembly(name: "a")
            ServerAssembly(name: "b")
            ServerAssembly(name: "a")
            AppAssembly()
        }
        container.assemble { ServerAssembly(name: "b") }
        #expect(container.resolveAll(Server.self).map(\.name) == ["a", "b"])
    }

    @Test func `one without stored properties is applied once, and so is an object`() {
        let once = Once()
        let container = Container {
            LogAssembly()
            AppAssembly()
            once
            once
            LogAssembly()
        }
        #expect(container.resolveAll(String.self) == ["log", "once"])
    }

    @Test func `two values of one assembly that register one key are told, as two assemblies are`() throws {
        let container = Container {
            Greedy(name: "a")
            Greedy(name: "b")
        }
        #expect {
            try container.validate()
        } throws: { error in
            "\(error)".contains("String is registered by two assemblies, Greedy and Greedy #2.")
        }
    }

    private enum Login {
        struct Services: Assembly {
            func assemble(_ container: Container) { container.register(String.self, instance: "login") }
        }
    }

    private enum Payment {
        struct Services: Assembly, Hashable {
            func assemble(_ container: Container) { container.register(String.self, instance: "payment") }
        }
    }

    @Test func `two assemblies of one name that register one key are told, each with where it is declared`() {
        let container = Container {
            Login.Services()
            Payment.Services()
            Payment.Services()
        }
        #expect {
            try container.validate()
        } throws: { error in
            "\(error)".contains("Login.Services and ") && "\(error)".contains("Payment.Services.") && !"\(error)".contains("#2")
        }
    }

    /// Assembles another container on the way.
    private struct Outer: Assembly {
        let inner: Container

        func assemble(_ container: Container) {
            container.register(String.self) { _ in "before" }
            inner.assemble { LogAssembly() }
            container.register(Int.self) { _ in 1 }
            inner.register(Double.self) { _ in 1 }
        }
    }

    @Test func `what an assembly registers has its name, also after another container's assembly; elsewhere it has none`() throws {
        let inner = Container()
        let container = Container { Outer(inner: inner) }
        container.register(Bool.self) { _ in true }
        let own = try [container.graph.nodes(of: String.self), container.graph.nodes(of: Int.self)].map { try #require($0.first).assembly }
        #expect(own == ["Outer", "Outer"])
        #expect(try #require(container.graph.nodes(of: Bool.self).first).assembly == nil)
        #expect(try #require(inner.graph.nodes(of: String.self).first).assembly == "LogAssembly")
        #expect(try #require(inner.graph.nodes(of: Double.self).first).assembly == nil)
    }

    @Test func `C17: an assembly's == and hash may use the container`() {
        let container = Container()
        container.assemble {
            Nosy(container: container, number: 1)
            Nosy(container: container, number: 2)
            Nosy(container: container, number: 1)
        }
        container.assemble { Nosy(container: container, number: 2) }
        #expect(container.resolveAll(Int.self) == [1, 2])
    }

    // Apart from the tests, whose bodies a macro moves to a line of its own.
    private static func listTwice() {
        _ = Container {
            Unequal(name: "a")
            Unequal(name: "b")
        }
    }
    private static let listsTwice = #line - 4

    private static func listAgain() {
        let container = Container { Unequal(name: "a") }
        container.assemble { if container.strictScopes { Unequal(name: "a") } }
    }
    private static let listsAgain = #line - 3

    private static func told(first: Int, second: Int) -> String {
        """
        Depot: Unequal is listed twice, at DepotTests/AssembleTests.swift:\(first) and at DepotTests/AssembleTests.swift:\(second), \
        and nothing tells the two apart.
          fix:  make Unequal Hashable, so that it is applied once for each value, or list it once.
        """
    }

    @Test func `one that cannot be compared and is listed twice stops the process, naming both lines`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { Self.listTwice() }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains(Self.told(first: Self.listsTwice, second: Self.listsTwice + 1)))
    }

    @Test func `listed a second time later it stops the process, too`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { Self.listAgain() }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains(Self.told(first: Self.listsAgain, second: Self.listsAgain + 1)))
    }
}
