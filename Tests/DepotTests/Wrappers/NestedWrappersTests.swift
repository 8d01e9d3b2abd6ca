import Depot
import Testing

/// Wrappers in an optional and in a list: what has a plain meaning works, all else is refused, and validate() says the same.
@Suite struct NestedWrappersTests {
    private final class Optionals: Sendable {
        let lazy: Lazy<Keychain>?
        let provider: Provider<Keychain>?
        let factory: Factory<Repository, UserID>?
        let list: [Keychain]?
        let twice: Lazy<Keychain>??

        init(
            _ lazy: Lazy<Keychain>?, _ provider: Provider<Keychain>?, _ factory: Factory<Repository, UserID>?, _ list: [Keychain]?,
            _ twice: Lazy<Keychain>??
        ) {
            (self.lazy, self.provider, self.factory, self.list, self.twice) = (lazy, provider, factory, list, twice)
        }
    }

    private let container = Container()

    @Test func `C10 R8 an optional wrapper is nil while what it wraps is not registered, and then the wrapper`() throws {
        container.register(Optionals.self, .singleton, using: Optionals.init)
        let before = container.resolve(Optionals.self)
        #expect(before.lazy == nil && before.provider == nil && before.factory == nil && before.list?.isEmpty == true)
        try container.validate()
        container.register(Keychain.self, .singleton, using: Keychain.init)
        container.register(Repository.self) { (_, _: UserID) in Repository(RealNetwork()) }
        let after = container.resolve(Optionals.self)
        #expect(after.lazy?() === container.resolve(Keychain.self))
        #expect(after.twice??() === after.lazy?())
        #expect(after.provider?() === after.lazy?())
        #expect(after.factory?(UserID(1)).network.tag == "real")
        #expect(after.list?.count == 1)
        #expect(container.graph.dependencies(of: Optionals.self).map(\.name) == ["Keychain", "Repository with arguments (UserID)"])
        container.replace(Keychain.self, with: Keychain())
        #expect(after.lazy?() === container.resolve(Keychain.self))
    }

    @Test func `C10 an optional wrapper is given async and to a property, too`() async throws {
        final class Holder {
            @Inject var lazy: Lazy<Keychain>?
        }
        container.registerAsync(Optionals.self, using: Optionals.init)
        #expect(try await container.resolveAsync(Optionals.self).lazy == nil)
        container.register(Keychain.self, .singleton, using: Keychain.init)
        let keychain = container.resolve(Keychain.self)
        let optionals = try await container.resolveAsync(Optionals.self)
        #expect(optionals.lazy?() === keychain)
        await container.withOverrides { _ in
        } operation: {
            #expect(Holder().lazy?() === keychain)
        }
    }

    @Test func `C10 an optional wrapper does not break a cycle less than the wrapper`() throws {
        final class Part: Sendable {
            init(_ whole: Optional<Lazy<UseCase>>) {}
        }
        container.register(Part.self, using: Part.init)
        container.register(Repository.self, using: { (_: Part) in Repository(RealNetwork()) })
        container.register(UseCase.self, using: UseCase.init)
        try container.validate()
        _ = container.resolve(UseCase.self)
    }

    @Test func `C10 an exact registration of a wrapper wins inside an optional and a list`() throws {
        let keychain = Keychain()
        container.register(Lazy<Keychain>.self, instance: Lazy(keychain))
        container.register(Optionals.self, using: Optionals.init)
        container.register(
            UseCase.self,
            using: { (all: [Lazy<Keychain>]) in
                #expect(all.map { $0() === keychain } == [true])
                return UseCase(Repository(RealNetwork()))
            })
        try container.validate()
        #expect(container.resolve(Optionals.self).lazy?() === keychain)
        _ = container.resolve(UseCase.self)
    }

    @Test func `C10 a wrapper or a list under a name says what to resolve instead`() {
        container.register(Keychain.self, name: "a", using: Keychain.init)
        let container = container
        func fix<Service>(_ type: Service.Type) -> String? {
            failure { () throws(ResolutionError) in try container.tryResolve(type, name: "a") }?.diagnosis.fix
        }
        func told(_ type: String, _ call: String) -> String {
            "`\(type)` is not put together for a name: use \(call), or register it in an assembly: "
                + "container.register(\(type).self, name: \"a\", using: …)"
        }
        let provider = "a `Provider { try r.resolve(Keychain.self, name: \"a\") }`"
        #expect(fix(Lazy<Keychain>.self) == told("Lazy<Keychain>", provider))
        #expect(fix(Provider<Keychain>.self) == told("Provider<Keychain>", provider))
        #expect(fix([Keychain].self) == told("[Keychain]", "resolve(Keychain.self, name: \"a\")"))
    }

    @Test func `C10 a list of wrappers that nobody has registered is refused, by validate() and by resolve alike`() async throws {
        container.register(Keychain.self, .singleton, using: Keychain.init)
        container.register(
            Screen.self, file: "App.swift", line: 1, using: { (_: [Lazy<Keychain>]) in Screen(UseCase(Repository(RealNetwork()))) })
        container.register(UseCase.self, using: { (_: [Name: Provider<Keychain>]) in UseCase(Repository(RealNetwork())) })
        container.register(Repository.self, using: { (_: [Keychain?]) in Repository(RealNetwork()) })
        let container = container
        let error = #expect(throws: ValidationError.self) { try container.validate() }
        #expect(error?.problems.map(\.kind) == [.missing, .missing, .missing])
        let told = text { () throws(ResolutionError) in try container.tryResolve(Screen.self) }
        #expect(
            told == """
                Lazy<Keychain> is not registered.
                  path: Screen (App.swift:1) → Lazy<Keychain>
                  fix:  `Lazy<Keychain>` is put together for a parameter of that type, and not inside another one: take that, or register it \
                in an assembly: container.register(Lazy<Keychain>.self, using: …)
                """)
        #expect(error?.problems.first?.description == told)
        #expect(failure { () throws(ResolutionError) in try container.tryResolve(UseCase.self) }?.kind == "notRegistered")
        #expect(failure { () throws(ResolutionError) in try container.tryResolve(Repository.self) }?.kind == "notRegistered")
        await #expect(throws: ResolutionError.self) { try await container.resolveAsync([Lazy<Keychain>].self) }
        #expect(container.resolveAll(Lazy<Keychain>.self).isEmpty)
    }
}
