import Testing

@testable import Depot

private protocol Service: Sendable {}
private final class Impl: Service {}
private struct PlainService: Service {}

/// What is near to what was asked for, written so that it can be pasted.
@Suite struct NearMissTests {
    private let container = Container()

    @Test func `C9 a near miss by conformance is named as it is registered, first the one with the name that was asked for`() {
        func fix(_ ask: () throws(ResolutionError) -> some Any) -> String {
            do throws(ResolutionError) { _ = try ask() } catch { return error.diagnosis.fix }
            return ""
        }
        container.register(PlainService.self) { (_, _: Int) in PlainService() }
        #expect(
            fix { () throws(ResolutionError) in try container.tryResolve((any Service).self, arguments: 1) }
                == "`PlainService with arguments (Int)` is registered and conforms to it: register it as `any Service`.")
        container.register(Impl.self, name: "main") { _ in Impl() }
        #expect(
            fix { () throws(ResolutionError) in try container.tryResolve((any Service).self, name: "main") } == """
                `Impl named "main"` is registered and conforms to it: give that the second type, container.alias((any Service).self, \
                name: "main", to: Impl.self, named: "main") { $0 }, or register it as `any Service`.
                """)
        let other = Container()
        other.register((any Service).self, name: "main") { _ in PlainService() }
        #expect(
            fix { () throws(ResolutionError) in try other.tryResolve(Impl.self) } == """
                `any Service named "main"` is registered, and `Impl` conforms to it: ask for `any Service named "main"`, or register it \
                in an assembly: container.register(Impl.self, using: …)
                """)
    }

    @Test func `C9 of several that conform the one with the name that was asked for is told, wherever it stands`() {
        container.register(PlainService.self) { _ in PlainService() }
        container.register(Impl.self, name: "main") { _ in Impl() }
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve((any Service).self, name: "main") }
        #expect(error?.diagnosis.fix.hasPrefix("`Impl named \"main\"` is registered and conforms to it") == true)
    }

    @Test func `C9 a subclass of what was asked for, and a superclass, are named as such`() {
        class Base: @unchecked Sendable {}  // It has no state.
        final class Derived: Base, @unchecked Sendable {}
        let other = Container()
        container.register(Derived.self) { _ in Derived() }
        other.register(Base.self) { _ in Base() }
        let base = #expect(throws: ResolutionError.self) { try container.tryResolve(Base.self) }
        let fix = """
            `Derived` is registered and is a subclass of it: give that the second type, container.alias(Base.self, to: Derived.self) { $0 }, \
            or register it as `Base`.
            """
        #expect(base?.diagnosis.fix == fix)
        container.alias(Base.self, to: Derived.self) { $0 }
        #expect(container.resolve(Base.self) is Derived)
        let derived = #expect(throws: ResolutionError.self) { try other.tryResolve(Derived.self) }
        #expect(
            derived?.diagnosis.fix == """
                `Base` is registered, and `Derived` is a subclass of it: ask for `Base`, or register it in an assembly: \
                container.register(Derived.self, using: …)
                """)
    }

    @Test func `C9 who registered an optional, and asks for what it wraps, is told to register that`() throws {
        final class Menu: Sendable { init(_: any Service) {} }
        container.register((any Service)?.self) { _ in nil }
        container.register(Lazy<Impl>?.self) { _ in nil }
        let fix = """
            `(any Service)?` is registered, which is another type: register `any Service`, and take `(any Service)?` where it may be \
            missing: that is nil while nothing is registered.
            """
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve((any Service).self) }
        #expect(error?.diagnosis.what == "any Service is not registered.")
        #expect(error?.diagnosis.fix == fix)
        let other = #expect(throws: ResolutionError.self) { try container.tryResolve(Impl.self) }
        #expect(other?.diagnosis.fix == "register it in an assembly: container.register(Impl.self, using: …)")
        let named = #expect(throws: ResolutionError.self) { try container.tryResolve((any Service).self, name: "a") }
        #expect(named?.diagnosis.fix == "register it in an assembly: container.register((any Service).self, name: \"a\", using: …)")
        container.register(Menu.self, using: Menu.init)
        #expect(#expect(throws: ValidationError.self) { try container.validate() }?.problems.map(\.fix) == [fix])
        let replaced = #expect(throws: ResolutionError.self) {
            try container.tryReplace((any Service).self, name: nil, file: "", line: 1, with: Impl())
        }
        #expect(replaced?.diagnosis.fix == "`(any Service)?` is registered: replace that.")
    }

    @Test func `C9 C18 who takes the container is told to take a resolver, and not to register it in itself`() {
        final class Screens: Sendable { init(_: Container) {} }
        final class Pages: Sendable { init(_: Resolver) {} }
        container.register(Screens.self, using: Screens.init)
        container.register(Pages.self, using: Pages.init)
        let fix = "a container is not registered in itself, which would keep it: take a `Resolver` in its place, or what it is asked for."
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve(Screens.self) }
        #expect(error?.diagnosis.what == "Container is not registered.")
        #expect(error?.diagnosis.fix == fix)
        #expect(#expect(throws: ValidationError.self) { try container.validate() }?.problems.map(\.fix) == [fix])
        _ = container.resolve(Pages.self)
    }

    @Test func `C9 C14 what a fix says to call has the name and the arguments`() {
        func fix<T>(_ type: T.Type) -> String {
            do throws(ResolutionError) { _ = try container.tryResolve(type, name: "main") } catch { return error.diagnosis.fix }
            return ""
        }
        container.register(Impl.self, name: "main") { (_, _: Int) in Impl() }
        #expect(fix(Impl.self) == "ask for it as it is registered: resolve(Impl.self, name: \"main\", arguments: Int).")
        container.registerAsync(PlainService.self, name: "main") { _ in PlainService() }
        #expect(fix(PlainService.self) == "await resolveAsync(PlainService.self, name: \"main\").")
    }

    @Test func `C9 R5 a name with quotes, backslashes or a line break is a string literal in what a fix says to call`() {
        func fix(_ ask: () throws(ResolutionError) -> some Any) -> String {
            do throws(ResolutionError) { _ = try ask() } catch { return error.diagnosis.fix }
            return ""
        }
        let (name, literal): (Name, String) = ("a \"b\" \\(c)\nd", #""a \"b\" \\(c)\nd""#)
        #expect(
            fix { () throws(ResolutionError) in try container.tryResolve(Impl.self, name: name) }
                == "register it in an assembly: container.register(Impl.self, name: \(literal), using: …)")
        container.register(Impl.self, name: name) { _ in Impl() }
        let near: Name = "a \"b\" \\(c)\ne"
        #expect(
            fix { () throws(ResolutionError) in try container.tryReplace(Impl.self, name: near, file: "", line: 1, with: Impl()) }
                == "did you mean \(literal)? Replace it under that name: container.replace(Impl.self, name: \(literal), with: …)")
        #expect(
            fix { () throws(ResolutionError) in try container.tryResolve(Impl.self) }
                == "it is registered with \(literal); register it in an assembly: container.register(Impl.self, using: …)")
    }

    @Test func `C10 of an optional of a list or a Lazy that itself is named, and can be resolved`() throws {
        func fix<Asked>(_ type: Asked.Type) -> String? {
            #expect(throws: ResolutionError.self) { try container.tryResolve(type) }?.diagnosis.fix
        }
        #expect(fix([Impl]?.self) == "`[Impl]` is put together from what is registered: resolve that, never `[Impl]?`.")
        #expect(fix(Lazy<Impl>?.self) == "use `resolveIfRegistered`, which gives nil; or register `Impl`, never `Lazy<Impl>?`.")
        container.register(Impl.self) { _ in Impl() }
        #expect(fix(Lazy<Impl>?.self) == "`Lazy<Impl>` is put together from what is registered: resolve that, never `Lazy<Impl>?`.")
        #expect(try container.tryResolve([Impl].self).count == 1)
        _ = try container.tryResolve(Lazy<Impl>.self).get()
    }

    @Test func `C3 what wraps its own type is told to be a decorator`() throws {
        final class Logged: Service { init(_: any Service) {} }
        container.register((any Service).self, .singleton, using: Logged.init)
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve((any Service).self) }
        let fix = """
            where it wraps another any Service, register that one and wrap it: container.decorate((any Service).self) { … }. Where it needs \
            itself later, let it take a Lazy or a Provider of its type.
            """
        #expect(error?.diagnosis.fix == fix)
        let problems = #expect(throws: ValidationError.self) { try container.validate() }?.problems
        #expect(problems?.map(\.fix) == [fix])
    }

    @Test func `C9 of thousands of names the first ten are told, and how many more there are`() {
        for number in 0..<2_000 { container.register(Impl.self, name: "n\(number)") { _ in Impl() } }
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve(Impl.self) }
        let names = "\"n0\", \"n1\", \"n10\", \"n100\", \"n1000\", \"n1001\", \"n1002\", \"n1003\", \"n1004\", \"n1005\""
        #expect(
            error?.diagnosis.fix
                == "it is registered with \(names), 1990 more; register it in an assembly: container.register(Impl.self, using: …)")
    }

    @Test func `C9 one argument is written whole whose type begins with a parenthesis`() throws {
        container.register(Impl.self) { (_, _: (any Service)?) in Impl() }
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve(Impl.self, arguments: 1) }
        #expect(error?.diagnosis.what == "Impl is registered with ((any Service)?), and was asked for with (Int).")
        #expect(error?.diagnosis.fix == "ask for it as it is registered: resolve(Impl.self, arguments: (any Service)?).")
    }

    @Test func `C9 a parameter of what is registered with arguments is told to be a Factory, and the reverse`() throws {
        final class Menu: Sendable { init(_: Impl) {} }
        final class Shop: Sendable { init(_: Factory<PlainService, Int>) {} }
        container.register(Impl.self) { (_, _: Int, _: String) in Impl() }
        container.register(PlainService.self) { _ in PlainService() }
        container.register(Menu.self, using: Menu.init)
        container.register(Shop.self, using: Shop.init)
        let (menu, shop) = (
            "let the function take it as it is registered: `Factory<Impl, Int, String>`.",
            "let the function take it as it is registered: `PlainService`."
        )
        let first = #expect(throws: ResolutionError.self) { try container.tryResolve(Menu.self) }
        let second = #expect(throws: ResolutionError.self) { try container.tryResolve(Shop.self) }
        #expect([first?.diagnosis.fix, second?.diagnosis.fix] == [menu, shop])
        let problems = #expect(throws: ValidationError.self) { try container.validate() }?.problems ?? []
        #expect(Set(problems.map(\.fix)) == [menu, shop])
        // An alias has no function that could take anything.
        container.alias((any Service).self, to: Impl.self) { $0 }
        let alias = #expect(throws: ResolutionError.self) { try container.tryResolve((any Service).self) }
        #expect(alias?.diagnosis.fix == "ask for it as it is registered: resolve(Impl.self, arguments: Int, String).")
        // A closure asks itself.
        container.register(Menu.self) { r in try Menu(r.resolve(Impl.self)) }
        let third = #expect(throws: ResolutionError.self) { try container.tryResolve(Menu.self) }
        #expect(third?.diagnosis.fix == "ask for it as it is registered: resolve(Impl.self, arguments: Int, String).")
    }

    @Test func `a type is written so that it compiles: constrained protocols and functions`() {
        func literal<T>(_ type: T.Type) -> String { Key(type).literal }
        #expect(literal((any Collection<Int>).self) == "(any Collection<Int>).self")
        #expect(literal([any Collection<[String: (Int, Int)]>].self) == "[any Collection<Dictionary<String, (Int, Int)>>].self")
        #expect(literal((@Sendable () -> Int).self) == "(@Sendable () -> Int).self")
        #expect(literal((() -> Int)?.self) == "(() -> Int)?.self")
    }

    @Test func `C9 a key that is registered while it is being asked for is told as that, and not as its own near miss`() {
        let error = Locked<ResolutionError?>(nil)
        let thread = StoppedThread(before: 2) { [container] in
            let thrown = failure(of: { () throws(ResolutionError) in try container.tryResolve(Impl.self) })
            error.withLock { $0 = thrown }
        }
        container.register(Impl.self) { _ in Impl() }
        thread.goOn()
        let told = error.withLock { $0 }
        #expect(told?.kind == "notRegistered")
        #expect(told?.diagnosis.fix == "it was registered while it was being asked for: register it before others resolve it.")
    }
}
