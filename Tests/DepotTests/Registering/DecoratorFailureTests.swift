import Depot
import Testing

/// A decorator that throws is told of by its own line, and not by that of what it wraps.
@Suite struct DecoratorFailureTests {
    private let container = Container()

    private struct Part: Sendable {}

    @Test func `C3 C11 a decorator that throws is named by its line, on the path to what it wraps`() throws {
        container.register(Keychain.self, .singleton, file: "App/Registered.swift", line: 1) { _ in Keychain() }
        container.decorate(Keychain.self, file: "App/First.swift", line: 2) { base, _ in base }
        container.decorate(Keychain.self, file: "App/Second.swift", line: 3) { _, _ in throw Failure() }
        container.register(Part.self, file: "App/Part.swift", line: 4) { r in
            _ = try r.resolve(Keychain.self)
            return Part()
        }
        let error = try #require(failure { () throws(ResolutionError) in try container.tryResolve(Part.self) })
        #expect(error.kind == "factoryFailed")
        let text = "\(error)"
        #expect(text.contains("The decorator of Keychain at App/Second.swift:3 threw: Failure(reason: \"no\")"))
        #expect(text.contains("App/Part.swift:4"))
        #expect(text.contains("App/Registered.swift:1"))
        #expect(error.diagnosis.underlying is Failure)
        #expect(error.path == ["Part", "Keychain"])
    }

    @Test func `C11 C14 a decorator of an async service that throws is named by its line`() async throws {
        container.registerAsync(Keychain.self, .singleton) { _ in Keychain() }
        container.decorate(Keychain.self, file: "App/First.swift", line: 2, using: { (_: Keychain) throws -> Keychain in throw Failure() })
        await #expect {
            try await container.resolveAsync(Keychain.self)
        } throws: { error in
            "\(error)".contains("The decorator of Keychain at App/First.swift:2 threw: Failure(reason: \"no\")")
        }
    }

    @Test func `C3 C11 what is missing in a decorator is told as it is, and so is what the wrapped factory throws`() throws {
        container.register(Keychain.self, .singleton) { _ in Keychain() }
        container.decorate(Keychain.self) { base, r in
            _ = try r.resolve(Part.self)
            return base
        }
        let missing = try #require(failure { () throws(ResolutionError) in try container.tryResolve(Keychain.self) })
        #expect(missing.kind == "notRegistered")
        container.register(Keychain.self, name: "failing") { _ in throw Failure() }
        container.decorate(Keychain.self, name: "failing") { base, _ in base }
        let failed = try #require(failure { () throws(ResolutionError) in try container.tryResolve(Keychain.self, name: "failing") })
        #expect("\(failed)".contains("The factory of Keychain named \"failing\" threw"))
    }
}
