import Testing

@testable import Depot

private protocol Rows: Sendable {}
private final class StoredRows: Rows { init() {} }
private final class Listing: Sendable { init(_ repository: any Rows) {} }
private final class Search: Sendable { init(_ repository: any Rows) {} }
private final class First: Sendable { init(_ second: Second) {} }
private final class Second: Sendable { init(_ third: Third) {} }
private final class Third: Sendable { init(_ first: Lazy<First>, _ second: Second) {} }
private final class Entrance: Sendable { init(_ second: Second) {} }
private final class LazyThird: Sendable { init(_ first: Lazy<LazyFirst>) {} }
private final class LazyFirst: Sendable { init(_ third: LazyThird) {} }
private final class Store: Sendable { init() async {} }
private final class NeedsStore: Sendable { init(_ store: Store) {} }
@MainActor private final class Panel { init() {} }
private final class NeedsPanel { init(_ screen: Panel) {} }
private struct Wrapped: Sendable { init(_ value: Optional<Int>, _ list: [String], _ lazy: Lazy<Double>) {} }

private struct OneAssembly: Assembly {
    func assemble(_ container: Container) { container.register(Int.self, file: here, line: 1, instance: 1) }
}
private struct TwoAssembly: Assembly {
    func assemble(_ container: Container) { container.register(Int.self, file: here, line: 2, instance: 2) }
}

private struct OverridingAssembly: Assembly {
    func assemble(_ container: Container) { container.register(Int.self, overriding: true, file: here, line: 2, instance: 2) }
}

private func report(_ container: Container) -> String {
    do throws(ValidationError) {
        try container.validate()
        return "valid"
    } catch {
        return "\(error)"
    }
}

@Suite struct ValidationTests {
    @Test func `A sound container is valid`() throws {
        try loginContainer().validate()
        try Container().validate()
    }

    @Test func `What is missing is told once, with the near miss and all who need it`() {
        let container = Container()
        container.register(StoredRows.self, file: here, line: 1, using: StoredRows.init)
        container.register(Listing.self, file: here, line: 2, using: Listing.init)
        container.register(Search.self, file: here, line: 3, using: Search.init)
        #expect(
            report(container) == """
                1 problem in 3 registrations.

                1. any Rows is not registered.
                   path: Listing (DepotTests/Here.swift:2) → any Rows
                   also needed by: Search (DepotTests/Here.swift:3)
                   fix:  `StoredRows` is registered and conforms to it: give that the second type, \
                container.alias((any Rows).self, to: StoredRows.self) { $0 }, or register it as `any Rows`.
                """)
    }

    @Test func `An optional and a list are never missing, a lazy one is`() {
        let container = Container()
        container.register(Wrapped.self, file: here, line: 1, using: Wrapped.init)
        #expect(
            report(container) == """
                1 problem in 1 registration.

                1. Double is not registered.
                   path: Wrapped (DepotTests/Here.swift:1) → Double
                   fix:  a function that is handed to `using:` takes no default arguments: wrap it in a closure, \
                container.register(Wrapped.self) { r in … }, or give the Double a type of its own.
                """)
    }

    @Test func `A registration of the wrapper type itself wins`() throws {
        let container = Container()
        container.register(Wrapped.self, using: Wrapped.init)
        container.register(Lazy<Double>.self) { _ in throw Failure() }
        try container.validate()
        #expect(container.graph.dependencies(of: Wrapped.self).map(\.name) == ["Lazy<Double>"])
    }

    @Test func `A cycle is told from where it is entered, once`() {
        let container = Container()
        container.register(Entrance.self, file: here, line: 1, using: Entrance.init)
        container.register(First.self, file: here, line: 2, using: First.init)
        container.register(Third.self, file: here, line: 3, using: Third.init)
        container.register(Second.self, file: here, line: 4, using: Second.init)
        #expect(
            report(container) == """
                1 problem in 4 registrations.

                1. Second needs itself before it exists.
                   path: Second (DepotTests/Here.swift:4) → Third (DepotTests/Here.swift:3) → Second (DepotTests/Here.swift:4)
                   fix:  break the cycle: let one of them take a Provider of the next, which makes another one at each call. \
                Where it has to be the same one, give it a shared lifetime and take a Lazy of it, or let the object that owns the other \
                one set the reference back.
                """)
    }

    @Test func `A lazy dependency breaks a cycle`() throws {
        let container = Container()
        container.register(LazyFirst.self, using: LazyFirst.init)
        container.register(LazyThird.self, using: LazyThird.init)
        try container.validate()
    }

    @Test func `An alias of itself is a cycle`() {
        let container = Container()
        container.alias(Int.self, to: Int.self, file: here, line: 1) { $0 }
        #expect(
            report(container) == """
                1 problem in 1 registration.

                1. Int needs itself before it exists.
                   path: Int (DepotTests/Here.swift:1) → Int (DepotTests/Here.swift:1)
                   fix:  let one of the aliases stand for a service that is made.
                """)
    }

    @Test func `C10 C12 an alias of a list, a Lazy or a Resolver needs what these ask for`() throws {
        let container = Container()
        container.registerAsync(Store.self, .singleton) { _ in await Store() }
        container.register(Int.self, .singleton) { _ in 1 }
        container.alias(Set<Int>.self, to: [Int].self) { Set($0) }
        container.alias((any Sendable).self, to: Lazy<Store>.self) { $0 }
        container.alias((@Sendable () -> Int?).self, to: Resolver.self) { resolver in { try? resolver.resolve(Int.self) } }
        container.register(Wrapped.self, using: { (all: Set<Int>, later: any Sendable) in Wrapped(all.first, [], Lazy(1)) })
        try container.validate()
        #expect(container.resolve(Set<Int>.self) == [1])
        #expect(container.resolve((any Sendable).self) is Lazy<Store>)
        #expect(container.resolve((@Sendable () -> Int?).self)() == 1)
        let graph = container.graph
        #expect(graph.missing.isEmpty)
        #expect(graph.dependencies(of: Set<Int>.self).map(\.name) == ["Int"])
        #expect(graph.dependencies(of: (any Sendable).self).map(\.name) == ["Store"])
    }

    @Test func `Every cycle of a knot is told`() {
        // A needs B and C, B and C need D, and D needs A.
        let container = Container()
        let services = NumberedService.all(bits: 2)
        for (index, targets) in [[1, 2], [3], [3], [0]].enumerated() {
            let draft = RegistrationDraft(source: SourceLine(here, UInt(index)))
            services[index].register(container, draft, .transient, [], targets.map { services[$0].ask(.required) }) {}
        }
        let problems = Validation(Wiring(container.survey())).problems
        #expect(problems.map(\.kind) == [.cycle, .cycle])
        #expect(problems.map { $0.path.count } == [4, 4])
    }

    @Test func `A dependency on a higher layer is told`() {
        let container = Container()
        container.register((any Rows).self, in: .viewModel, file: here, line: 1, using: StoredRows.init)
        container.register(Listing.self, in: .useCase, file: here, line: 2, using: Listing.init)
        #expect(
            report(container) == """
                1 problem in 2 registrations.

                1. Listing in the use case layer needs any Rows in the view model layer, which stands above it.
                   path: Listing (DepotTests/Here.swift:2) → any Rows (DepotTests/Here.swift:1)
                   fix:  turn the dependency around, or let Listing need a protocol that its own layer declares.
                """)
    }

    @Test func `Two assemblies that register one key are told with both places`() {
        let container = Container {
            OneAssembly()
            TwoAssembly()
        }
        #expect(
            report(container) == """
                1 problem in 1 registration.

                1. Int is registered by two assemblies, OneAssembly and TwoAssembly.
                   path: Int (DepotTests/Here.swift:1) → Int (DepotTests/Here.swift:2)
                   fix:  remove one of them, or say `overriding: true` in TwoAssembly.
                """)
    }

    @Test func `An assembly that says so registers in the place of another`() {
        let container = Container {
            OneAssembly()
            OverridingAssembly()
        }
        #expect(report(container) == "valid")
        #expect(container.resolve(Int.self) == 2)
    }

    @Test func `An async dependency of a synchronous service is told until it exists`() async throws {
        let container = Container()
        container.registerAsync(Store.self, .singleton, file: here, line: 1, using: Store.init)
        container.register(NeedsStore.self, file: here, line: 2, using: NeedsStore.init)
        #expect(
            report(container) == """
                1 problem in 2 registrations.

                1. NeedsStore is made synchronously and needs Store, which has to be awaited.
                   path: NeedsStore (DepotTests/Here.swift:2) → Store (DepotTests/Here.swift:1)
                   fix:  register NeedsStore with registerAsync, or validate after `try await container.start()`, which builds it.
                """)
        try await container.start()
        #expect(report(container) == "valid")
    }

    @Test func `What cannot be registered as async is not told to be`() {
        let container = Container()
        container.registerAsync(Store.self, .singleton, file: here, line: 1, using: Store.init)
        container.register(Panel.self, file: here, line: 2, onMainActor: { _ in Panel() })
        container.contribute(NeedsStore.self, file: here, line: 3, using: NeedsStore.init)
        let factory: @Sendable (Int, Store) -> NeedsStore = { _, store in NeedsStore(store) }
        container.register(NeedsStore.self, arguments: Int.self, file: here, line: 4, using: factory)
        container.contribute(NeedsPanel.self, file: here, line: 5, using: NeedsPanel.init)
        func fixes(_ kind: ValidationError.Problem.Kind) -> [String] {
            container.graph.problems.filter { $0.kind == kind }.map(\.fix)
        }
        let later = "which cannot be awaited, take a Lazy or a Provider of it and call that once it exists"
        let start = ", or validate after `try await container.start()`, which builds it."
        #expect(
            fixes(.asyncNeededBySync) == [
                "let NeedsStore #1, \(later)\(start)", "let NeedsStore with arguments (Int), \(later)\(start)",
            ])
        container.registerAsync(Store.self, file: here, line: 1, using: Store.init)
        let shared = "cannot be awaited: give Store a shared lifetime and await that first."
        #expect(fixes(.asyncNeededBySync) == ["NeedsStore #1 \(shared)", "NeedsStore with arguments (Int) \(shared)"])
        #expect(
            fixes(.mainActorNeededByNonisolated) == [
                "make NeedsPanel #2 on the main actor, with a @MainActor initializer or onMainActor:."
            ])
    }

    @Test func `A main-actor dependency of a nonisolated service is told, through an alias too`() {
        let container = Container()
        container.register(Panel.self, file: here, line: 1, onMainActor: { _ in Panel() })
        container.alias((any AnyObject).self, to: Panel.self, file: here, line: 2) { $0 }
        container.register(NeedsPanel.self, file: here, line: 3, using: NeedsPanel.init)
        container.register(String.self, file: here, line: 4, using: { (_: any AnyObject) in "" })
        #expect(
            report(container) == """
                2 problems in 4 registrations.

                1. NeedsPanel is made on no actor and needs Panel, which is made on the main actor.
                   path: NeedsPanel (DepotTests/Here.swift:3) → Panel (DepotTests/Here.swift:1)
                   fix:  make NeedsPanel on the main actor, with a @MainActor initializer or onMainActor:, or register it with registerAsync.

                2. String is made on no actor and needs AnyObject, which is made on the main actor.
                   path: String (DepotTests/Here.swift:4) → AnyObject (DepotTests/Here.swift:2) → Panel (DepotTests/Here.swift:1)
                   fix:  make String on the main actor, with a @MainActor initializer or onMainActor:, or register it with registerAsync.

                Not checked, because a closure says nothing of what it needs before it runs:
                - Panel (DepotTests/Here.swift:1)
                """)
    }

    @Test func `A decorator with nothing to wrap is told`() {
        let container = Container()
        container.decorate(Int.self, file: here, line: 1) { base, _ in base }
        #expect(
            report(container) == """
                1 problem in 0 registrations.

                1. A decorator of Int has nothing to wrap.
                   path: Int (DepotTests/Here.swift:1)
                   fix:  register it in an assembly: container.register(Int.self, using: …)
                """)
    }

    @Test func `C11: A decorator of what is only contributed, of a list, a handle or an optional is told what to decorate`() {
        let container = Container()
        container.contribute(Int.self) { _ in 1 }
        container.decorate(Int.self) { base, _ in base }
        container.decorate([Int].self) { base, _ in base }
        container.decorate(Lazy<Int>.self, name: "main") { base, _ in base }
        container.decorate(String?.self) { base, _ in base }
        #expect(
            container.graph.problems.map(\.fix) == [
                "it is only contributed, and what is contributed is not decorated: contribute it wrapped.",
                "`[Int]` is put together from what is registered: decorate that.",
                "`Lazy<Int>` is put together from what is registered: decorate that.",
                "decorate `String`, never `String?`.",
            ])
    }

    @Test func `A replacement that stands in for nothing is told`() {
        let draft = RegistrationDraft(source: SourceLine(here, 1))
        let replacement = TypedRegistration<Int>(draft, lifetime: .singleton, make: Make(plain: { _ in 0 }))
        let survey = Survey(levels: [Survey.Level(entries: [], isOverride: false, bareReplacements: [replacement])])
        let problems = Validation(Wiring(survey)).problems
        #expect(problems.map(\.kind) == [.replacementWithoutTarget])
        #expect(
            problems.map { "\($0)" } == [
                """
                A replacement of Int stands in for nothing.
                  path: Int (DepotTests/Here.swift:1)
                  fix:  register what it replaces, or register the replacement itself.
                """
            ])
    }

    @Test func `A closure is opaque until it has run, and its dependencies are then checked`() throws {
        let container = Container()
        container.register((any Rows).self, in: .viewModel, using: StoredRows.init)
        container.register(Listing.self, in: .useCase, file: here, line: 2) { r in try Listing(r.resolve()) }
        try container.validate()
        #expect(container.graph.opaque.map(\.name) == ["Listing"])
        _ = try container.tryResolve(Listing.self)
        #expect(container.graph.opaque.isEmpty)
        #expect(report(container).contains("Listing in the use case layer needs any Rows in the view model layer"))
    }

    /// A service that depends on another.
    private final class Dependent: Sendable {
        init(_ network: any GraphNetwork) {}
    }

    @Test(arguments: [.scoped(.request), .weak, .cached(for: .seconds(60))] as [SharedLifetime])
    func `A closure is known once it has run, also when its instance is gone`(lifetime: SharedLifetime) {
        let container = loginContainer()
        container.register(Dependent.self, lifetime) { r in Dependent(try r.resolve()) }
        container.register(Dependent.self, name: "numbered", lifetime) { (r: Resolver, _: Int) in Dependent(try r.resolve()) }
        container.withScope(.request) {
            _ = container.resolve(Dependent.self)
            #expect(container.graph.opaque.map(\.name) == ["Dependent named \"numbered\" with arguments (Int)"])
            _ = container.resolve(Dependent.self, name: "numbered", arguments: 1)
        }
        #expect(container.graph.opaque.isEmpty)
        #expect(container.graph.dependencies(of: Dependent.self).map(\.name) == ["any GraphNetwork"])
        #expect(container.graph.dependencies(of: Dependent.self, name: "numbered").map(\.name) == ["any GraphNetwork"])
    }

    @Test func `A closure of a singleton is known once it has run, also where that was for an override or a replacement`() {
        let container = loginContainer()
        container.register(Dependent.self, .singleton) { r in Dependent(try r.resolve()) }
        container.register(Dependent.self, name: "second", .singleton) { r in Dependent(try r.resolve()) }
        container.withOverrides {
            $0.replace((any GraphNetwork).self, with: URLGraphNetwork())
        } operation: {
            _ = container.resolve(Dependent.self)
        }
        let replacement = container.replace((any GraphNetwork).self, with: URLGraphNetwork())
        _ = container.resolve(Dependent.self, name: "second")
        replacement.restore()
        let graph = container.graph
        #expect(graph.opaque.isEmpty)
        #expect(graph.dependencies(of: Dependent.self).map(\.name) == ["any GraphNetwork"])
        #expect(graph.dependencies(of: Dependent.self, name: "second").map(\.name) == ["any GraphNetwork"])
    }

    @Test func `A closure that replaces a service is known once it has run, and that of the service when it is back`() {
        let container = loginContainer()
        container.register(Dependent.self) { r in Dependent(try r.resolve()) }
        _ = container.resolve(Dependent.self)
        func expectKnown(after run: () -> Void, _ expected: [String]) {
            run()
            let graph = container.graph
            #expect(graph.opaque.isEmpty)
            #expect(graph.dependencies(of: Dependent.self).map(\.name) == expected)
        }
        let replacement = container.replace(Dependent.self) { r in
            _ = try r.resolve((any GraphTokens).self)
            return Dependent(URLGraphNetwork())
        }
        #expect(container.graph.opaque.map(\.name) == ["Dependent"])
        expectKnown(after: { _ = container.resolve(Dependent.self) }, ["any GraphTokens"])
        container.withOverrides {
            $0.replace(Dependent.self) { _ in Dependent(URLGraphNetwork()) }
        } operation: {
            expectKnown(after: { _ = container.resolve(Dependent.self) }, [])
        }
        expectKnown(after: {}, ["any GraphTokens"])
        expectKnown(after: { replacement.restore() }, ["any GraphNetwork"])
    }

    @Test func `Validating changes nothing`() throws {
        let container = loginContainer()
        let made = Counter()
        container.register(Int.self, .singleton) { _ in made.increment() }
        let before = container.graph
        try container.validate()
        _ = container.graph
        #expect(made.value == 0)
        #expect(container.graph == before)
        #expect(container.resolve(Int.self) == 1)
        #expect(container.resolve(Int.self) == 1)
    }
}
