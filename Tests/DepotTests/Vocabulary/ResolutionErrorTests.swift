import Depot
import Testing

private protocol Service: Sendable {}
private final class Impl: Service {}
private final class Outer: Sendable { init(_ inner: Inner) {} }
private final class Inner: Sendable { init(_ service: any Service) {} }
private enum Legacy { final class Network {} }
private struct PlainService: Service {}
private struct Gateway: Sendable { init(url: String, impl: Impl) {} }

/// The texts, word for word: they are what someone reads in a crash log.
@Suite struct ResolutionErrorTests {
    private let container = Container()

    @Test func `what is not registered`() {
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve((any Service).self) } == """
                any Service is not registered.
                  path: any Service
                  fix:  register it in an assembly: container.register((any Service).self, using: …)
                """)
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Impl.self, name: "x") } == """
                Impl named "x" is not registered.
                  path: Impl named "x"
                  fix:  register it in an assembly: container.register(Impl.self, name: "x", using: …)
                """)
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Impl.self, arguments: 1, "a") } == """
                Impl with arguments (Int, String) is not registered.
                  path: Impl with arguments (Int, String)
                  fix:  register it in an assembly: container.register(Impl.self) { (r, …) in … }
                """)
    }

    @Test func `the path says how the failure was reached`() {
        container.register(Outer.self, file: "App/Outer.swift", line: 1, using: Outer.init)
        container.register(Inner.self, .singleton, file: "App/Inner.swift", line: 2, using: Inner.init)
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Outer.self) } == """
                any Service is not registered.
                  path: Outer (App/Outer.swift:1) → Inner (App/Inner.swift:2) → any Service
                  fix:  register it in an assembly: container.register((any Service).self, using: …)
                """)
    }

    @Test func `a near miss by name`() {
        container.register(Impl.self, name: "b", using: Impl.init)
        container.register(Impl.self, name: "a", using: Impl.init)
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Impl.self) } == """
                Impl is not registered.
                  path: Impl
                  fix:  it is registered with "a", "b"; register it in an assembly: container.register(Impl.self, using: …)
                """)
    }

    @Test func `a near miss by the protocol's name`() {
        container.register((any Network).self) { _ in RealNetwork() }
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Legacy.Network.self) } == """
                Network is not registered.
                  path: Network
                  fix:  `any Network` is registered; you asked for `Legacy.Network`: ask for `any Network`, or register it in an assembly: \
                container.register(Legacy.Network.self, using: …)
                """)
    }

    @Test func `a near miss by the class's name`() {
        container.register(Legacy.Network.self) { _ in Legacy.Network() }
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve((any Network).self) } == """
                any Network is not registered.
                  path: any Network
                  fix:  `Legacy.Network` is registered; you asked for `any Network`: ask for `Legacy.Network`, or register it in an assembly: \
                container.register((any Network).self, using: …)
                """)
    }

    @Test func `a near miss by an optional`() {
        container.register((any Network).self) { _ in RealNetwork() }
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve((any Network)?.self) } == """
                (any Network)? is not registered.
                  path: (any Network)?
                  fix:  `any Network` is registered: resolve that, or use `resolveIfRegistered`, which gives nil where it is not.
                """)
    }

    @Test func `a near miss by an optional of what has a name, arguments or another form`() {
        container.register(Impl.self, name: "main", using: Impl.init)
        container.register(RealNetwork.self) { (_, _: Int) in RealNetwork() }
        container.register(Lazy<Int>.self) { _ in Lazy(1) }
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Impl?.self, name: "mian") } == """
                Impl? named "mian" is not registered.
                  path: Impl? named "mian"
                  fix:  ask for `Impl` and never for `Impl?`, by `resolveIfRegistered` where it may be missing: did you mean "main"? \
                Otherwise register it in an assembly: container.register(Impl.self, name: "mian", using: …)
                """)
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(RealNetwork?.self) } == """
                RealNetwork? is not registered.
                  path: RealNetwork?
                  fix:  ask for `RealNetwork` and never for `RealNetwork?`, by `resolveIfRegistered` where it may be missing: ask for it as it is \
                registered: resolve(RealNetwork.self, arguments: Int).
                """)
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Lazy<Int>?.self) } == """
                Lazy<Int>? is not registered.
                  path: Lazy<Int>?
                  fix:  `Lazy<Int>` is registered: resolve that, or use `resolveIfRegistered`, which gives nil where it is not.
                """)
    }

    @Test func `names that are too long to be a typo are not compared, which would take for ever`() {
        container.register(Impl.self, name: Name(String(repeating: "a", count: 1_000_000)), using: Impl.init)
        let name = Name(String(repeating: "a", count: 1_000_001))
        #expect(failure { () throws(ResolutionError) in try container.tryResolve(Impl.self, name: name) }?.kind == "notRegistered")
    }

    @Test func `a near miss by conformance, found without running a factory`() {
        container.register(Impl.self) { _ in fatalError("A factory ran.") }
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve((any Service).self) } == """
                any Service is not registered.
                  path: any Service
                  fix:  `Impl` is registered and conforms to it: give that the second type, \
                container.alias((any Service).self, to: Impl.self) { $0 }, or register it as `any Service`.
                """)
        let other = Container()
        other.register((any Service).self) { _ in fatalError("A factory ran.") }
        #expect(
            text { () throws(ResolutionError) in try other.tryResolve(Impl.self) } == """
                Impl is not registered.
                  path: Impl
                  fix:  `any Service` is registered, and `Impl` conforms to it: ask for `any Service`, or register it in an assembly: \
                container.register(Impl.self, using: …)
                """)
    }

    @Test func `a typo in a name`() {
        container.register(Impl.self, name: "main", using: Impl.init)
        container.register(Impl.self, name: "side", using: Impl.init)
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Impl.self, name: "mian") } == """
                Impl named "mian" is not registered.
                  path: Impl named "mian"
                  fix:  did you mean "main"? Otherwise register it in an assembly: \
                container.register(Impl.self, name: "mian", using: …)
                """)
    }

    @Test func `a resolve into an optional`() {
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve((any Service)?.self) } == """
                (any Service)? is not registered.
                  path: (any Service)?
                  fix:  use `resolveIfRegistered`, which gives nil; or register `any Service`, never `(any Service)?`.
                """)
    }

    @Test func `a value of the standard library as a parameter`() {
        container.register(Impl.self, using: Impl.init)
        container.register(Gateway.self, file: "App/Gateway.swift", line: 4, using: Gateway.init)
        let fix = """
            fix:  a function that is handed to `using:` takes no default arguments: wrap it in a closure, \
            container.register(Gateway.self) { r in … }, or give the String a type of its own.
            """
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Gateway.self) } == """
                String is not registered.
                  path: Gateway (App/Gateway.swift:4) → String
                  \(fix)
                """)
        #expect {
            try container.validate()
        } throws: { error in
            "\(error)".contains(fix)
        }
        #expect(text { () throws(ResolutionError) in try container.tryResolve(String.self) }.contains("register it in an assembly"))
    }

    @Test func `C16 a scope that has ended, and one that was closed`() async throws {
        let container = Container()
        container.register(Impl.self, .scoped(.request), file: "App/Impl.swift", line: 3, using: Impl.init)
        let ended = try await container.withScope(.request, id: "r-42", file: "App/Main.swift", line: 7) {
            withEscapedContext { $0 }
        }
        #expect(
            ended.yield { text { () throws(ResolutionError) in try container.tryResolve(Impl.self) } } == """
                Impl was resolved in the request scope "r-42" opened at App/Main.swift:7, which has ended.
                  path: Impl (App/Impl.swift:3)
                  fix:  let nothing that began in a scope outlive it: await it inside the scope.
                """)
        let held = HeldScope(.request, id: "r-43", in: container, file: "App/Main.swift", line: 8)
        let inside = try await held.withScope(ScopeKind("step", within: .request)) { withEscapedContext { $0 } }
        await held.close(file: "App/End.swift", line: 9)
        #expect(
            inside.yield { text { () throws(ResolutionError) in try container.tryResolve(Impl.self) } }.hasPrefix(
                "Impl was resolved in the request scope \"r-43\" opened at App/Main.swift:8, which was closed at App/End.swift:9.\n"))
    }

    @Test func `a value where an object was to be held weakly, which the type did not tell`() {
        container.register((any Service).self, .weak, file: "App/Impl.swift", line: 3) { _ in PlainService() }
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve((any Service).self) } == """
                any Service is registered as .weak, but its factory made a PlainService, which is not a class.
                  path: any Service (App/Impl.swift:3)
                  fix:  only an object can be held weakly: register it as .singleton, or let the factory make an object.
                """)
    }

    @Test func `C9 one list of arguments, and none`() {
        container.register(Impl.self) { (_, _: UserID) in Impl() }
        container.register(Keychain.self, using: Keychain.init)
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Impl.self, arguments: "7") } == """
                Impl is registered with (UserID), and was asked for with (String).
                  path: Impl with arguments (String)
                  fix:  ask for it as it is registered: resolve(Impl.self, arguments: UserID).
                """)
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Keychain.self, arguments: "7") } == """
                Keychain is registered without arguments, and was asked for with (String).
                  path: Keychain with arguments (String)
                  fix:  ask for it as it is registered: resolve(Keychain.self).
                """)
    }

    @Test func `C9 arguments and names that a child and its parent both have are said once`() {
        container.register(Keychain.self, using: Keychain.init)
        container.register(Impl.self, name: "main", using: Impl.init)
        let child = Container(parent: container)
        child.register(Keychain.self, using: Keychain.init)
        child.register(Impl.self, name: "main", using: Impl.init)
        #expect(
            text { () throws(ResolutionError) in try child.tryResolve(Keychain.self, arguments: "7") } == """
                Keychain is registered without arguments, and was asked for with (String).
                  path: Keychain with arguments (String)
                  fix:  ask for it as it is registered: resolve(Keychain.self).
                """)
        #expect(
            text { () throws(ResolutionError) in try child.tryResolve(Impl.self, name: "x") }.hasSuffix(
                "fix:  it is registered with \"main\"; register it in an assembly: container.register(Impl.self, name: \"x\", using: …)"))
    }

    @Test func `C9 R5 what is registered with another name and other arguments is said as it is`() {
        container.register(Keychain.self, name: "x") { (_, _: UserID) in Keychain() }
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Keychain.self) } == """
                Keychain is not registered.
                  path: Keychain
                  fix:  it is registered as Keychain named "x" with arguments (UserID); \
                register it in an assembly: container.register(Keychain.self, using: …)
                """)
        let replacing = failure { () throws(ResolutionError) in
            try container.tryReplace(Keychain.self, name: nil, file: #fileID, line: #line, with: Keychain())
        }
        #expect(replacing?.diagnosis.fix == "it is registered as Keychain named \"x\" with arguments (UserID): replace that.")
    }

    @Test func `R5 what was to be replaced is never to be registered`() {
        container.register(Impl.self, name: "main", using: Impl.init)
        container.register(Keychain.self) { (_, _: UserID) in Keychain() }
        container.contribute(String.self) { _ in "one" }
        func fix<Service: Sendable>(_ type: Service.Type, _ name: Name? = nil, with instance: Service) -> String? {
            failure { () throws(ResolutionError) in
                try container.tryReplace(type, name: name, file: #fileID, line: #line, with: instance)
            }?.diagnosis.fix
        }
        #expect(
            fix(Impl.self, "mian", with: Impl())
                == "did you mean \"main\"? Replace it under that name: container.replace(Impl.self, name: \"main\", with: …)")
        #expect(fix(Impl.self, with: Impl()) == "it is registered with \"main\": replace it under the name that is meant.")
        #expect(
            fix(Keychain.self, with: Keychain())
                == "replace it as it is registered: container.replace(Keychain.self) { (r, UserID) in … }.")
        #expect(
            fix(String.self, with: "")
                == "it is only contributed, and what is contributed cannot be replaced: register another one instead.")
        #expect(fix(Impl?.self, with: nil) == "replace `Impl`, never `Impl?`.")
        #expect(fix((any Service).self, with: Impl()) == "`Impl` is registered: replace that.")
        #expect(fix(Double.self, with: 1) == "check the type and the name, or assemble what registers it before replacing it.")
        #expect(
            fix([String].self, with: [])
                == "`[String]` is put together from what is registered: replace that, or register `[String]` itself, which comes first.")
    }

    @Test func `C9 wrong arguments list those that are registered`() {
        container.register(Impl.self) { (_, _: UserID) in Impl() }
        container.register(Impl.self) { (_, _: UserID, _: String) in Impl() }
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Impl.self, arguments: 7) } == """
                Impl is registered with (UserID) and with (UserID, String), and was asked for with (Int).
                  path: Impl with arguments (Int)
                  fix:  ask for it as it is registered: resolve(Impl.self, arguments: UserID) or \
                resolve(Impl.self, arguments: UserID, String).
                """)
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Impl.self) } == """
                Impl is registered with (UserID) and with (UserID, String), and was asked for without arguments.
                  path: Impl
                  fix:  ask for it as it is registered: resolve(Impl.self, arguments: UserID) or \
                resolve(Impl.self, arguments: UserID, String).
                """)
    }

    @Test func `C3 a cycle`() {
        container.register(Outer.self, file: "App/Outer.swift", line: 1) { r in Outer(try r.resolve()) }
        container.register(Inner.self, .singleton, file: "App/Inner.swift", line: 2) { r in
            _ = try r.resolve(Outer.self)
            throw Failure()
        }
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Inner.self) } == """
                Inner needs itself.
                  path: Inner (App/Inner.swift:2) → Outer (App/Outer.swift:1) → Inner (App/Inner.swift:2)
                  fix:  break the cycle: let one of them take a Lazy or a Provider of the next.
                """)
    }

    @Test func `C14 what is async and does not exist yet`() {
        container.registerAsync(Impl.self, .singleton, file: "App/Impl.swift", line: 3) { _ in Impl() }
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Impl.self) } == """
                Impl is made by an async factory and does not exist yet.
                  path: Impl (App/Impl.swift:3)
                  fix:  await resolveAsync(Impl.self), or build it at launch with `try await container.start()`.
                """)
    }

    @Test(arguments: [SharedLifetime.weak, .cached(for: .seconds(60))])
    func `C14 start() is no advice where it builds nothing`(lifetime: SharedLifetime) {
        container.registerAsync(Impl.self, lifetime, file: "App/Impl.swift", line: 3) { _ in Impl() }
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Impl.self) } == """
                Impl is made by an async factory and does not exist yet.
                  path: Impl (App/Impl.swift:3)
                  fix:  await resolveAsync(Impl.self).
                """)
    }

    @Test func `C14 what is made on the main actor`() {
        container.register((any Service).self, file: "App/Impl.swift", line: 3, onMainActor: { _ in Impl() })
        let container = container
        let written = onThread { text { () throws(ResolutionError) in try container.tryResolve((any Service).self) } }
        #expect(
            written == """
                any Service is made on the main actor and was resolved off it.
                  path: any Service (App/Impl.swift:3)
                  fix:  resolve it on the main actor, or await resolveAsync((any Service).self).
                """)
    }

    @Test func `C14 what a synchronous factory needs and cannot await`() async throws {
        let container = container
        container.registerAsync(Impl.self, file: "App/Impl.swift", line: 3) { _ in Impl() }
        container.alias((any Service).self, to: Impl.self, file: "App/Impl.swift", line: 4) { $0 }
        container.register(Inner.self, file: "App/Inner.swift", line: 2, using: Inner.init)
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Inner.self) } == """
                Impl is made by an async factory for each caller, and Inner is made synchronously.
                  path: Inner (App/Inner.swift:2) → any Service (App/Impl.swift:4) → Impl (App/Impl.swift:3)
                  fix:  register Inner with registerAsync, or give Impl a shared lifetime and await that first.
                """)
        container.registerAsync(Inner.self, file: "App/Inner.swift", line: 2, using: Inner.init)
        _ = try await container.resolveAsync(Inner.self)
        container.contribute(Outer.self, using: { (service: any Service) in Outer(Inner(service)) })
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync([Outer].self) }
        #expect(error?.diagnosis.fix == "Outer #1 cannot be awaited: give Impl a shared lifetime and await that first.")
    }

    @Test func `C14 what a factory on no actor needs of the main actor`() {
        container.register((any Service).self, .singleton, file: "App/Impl.swift", line: 3, onMainActor: { _ in Impl() })
        container.register(Inner.self, file: "App/Inner.swift", line: 2, using: Inner.init)
        container.register(Outer.self, file: "App/Outer.swift", line: 1, using: Outer.init)
        let container = container
        let written = onThread { text { () throws(ResolutionError) in try container.tryResolve(Outer.self) } }
        #expect(
            written == """
                any Service is made on the main actor and was resolved off it.
                  path: Outer (App/Outer.swift:1) → Inner (App/Inner.swift:2) → any Service (App/Impl.swift:3)
                  fix:  resolve Outer on the main actor, or make Inner on the main actor, with a @MainActor initializer or onMainActor:, or \
                register it with registerAsync.
                """)
    }

    @Test func `C8 what only a child has registered`() {
        let child = Container(parent: container)
        child.register((any Service).self, file: "App/Impl.swift", line: 3, using: Impl.init)
        container.register(Inner.self, .singleton, file: "App/Inner.swift", line: 2, using: Inner.init)
        #expect(
            text { () throws(ResolutionError) in try child.tryResolve(Inner.self) } == """
                any Service is not registered.
                  path: Inner (App/Inner.swift:2) → any Service
                  fix:  it is registered in a child (App/Impl.swift:3), which a parent's shared service never sees: register it in the \
                parent, or Inner in the child.
                """)
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve((any Service).self) } == """
                any Service is not registered.
                  path: any Service
                  fix:  it is registered in a child (App/Impl.swift:3), which a parent never sees: resolve it from that, or register it \
                in the parent.
                """)
    }

    @Test func `a factory that throws`() {
        container.register(Impl.self, file: "App/Impl.swift", line: 3) { _ in throw Failure(reason: "no disk") }
        let error = failure { () throws(ResolutionError) in try container.tryResolve(Impl.self) }
        #expect(error?.underlying as? Failure == Failure(reason: "no disk"))
        #expect(
            error?.description == """
                The factory of Impl threw: Failure(reason: "no disk")
                  path: Impl (App/Impl.swift:3)
                  fix:  see the error; nothing was kept, so the next resolve tries again.
                """)
    }

    @Test func `C16 a container that is closed`() async {
        let container = Container(file: "App/Main.swift", line: 3)
        container.register(Impl.self, using: Impl.init)
        await container.close(file: "App/End.swift", line: 9)
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Impl.self) } == """
                Impl was resolved from the container made at App/Main.swift:3, which was closed at App/End.swift:9.
                  path: Impl
                  fix:  resolve before close(), and keep the container for as long as something resolves from it.
                """)
    }

    @Test func `C13 a chain that is too deep`() {
        let container = container
        for number in 0..<2_000 {
            container.register(Int.self, name: Name("n\(number)"), file: "App/Chain.swift", line: 1) { r in
                try r.resolve(Int.self, name: Name("n\(number + 1)"))
            }
        }
        let error = onThread(stack: 512 << 10) {
            failure { () throws(ResolutionError) in try container.tryResolve(Int.self, name: "n0") }
        }
        #expect(error?.kind == "tooDeep")
        let lines = error?.description.split(separator: "\n") ?? []
        #expect(lines.first == "A chain of \(error?.path.count ?? 0) dependencies does not fit on this thread's stack.")
        #expect(lines.last == "  fix:  make the chain shorter, break it with a Lazy, or resolve it on a thread with a larger stack.")
        #expect(lines.count == 3)
        let steps = error?.path.map { "\($0) (App/Chain.swift:1)" } ?? []
        let written = steps.prefix(12) + ["… \(steps.count - 20) more …"] + steps.suffix(8)
        #expect(lines.dropFirst().first == "  path: " + written.joined(separator: " → "))
    }

    @Test func `a resolve of what is missing traps with the whole text`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Container()
            container.register(Keychain.self, name: "x", using: Keychain.init)
            _ = container.resolve(Keychain.self)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            text.contains(
                """
                Depot: Keychain is not registered.
                  path: Keychain
                  fix:  it is registered with "x"; register it in an assembly: container.register(Keychain.self, using: …)
                """))
    }

    @Test func `R5 a replace of what is not registered traps with the near miss`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Container()
            container.register(Keychain.self, name: "x", using: Keychain.init)
            container.replace(Keychain.self, with: Keychain())
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            text.contains(
                """
                Depot: Keychain cannot be replaced, because it is not registered.
                  fix:  it is registered with "x": replace it under the name that is meant.
                """))
    }

    @Test func `a weak registration of a struct is told when it is registered, at its line`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Container().register(Int.self, .weak, file: "App/Int.swift", line: 9) { _ in 1 }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("App/Int.swift:9: Fatal error: Depot: Int is registered as .weak"))
        #expect(
            text.contains(
                "Depot: Int is registered as .weak, but Int is not a class. Only an object can be held weakly; register it as "
                    + ".singleton. Registered at App/Int.swift:9."))
    }
}
