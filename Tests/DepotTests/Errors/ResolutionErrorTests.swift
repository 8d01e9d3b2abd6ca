import Depot
import Testing

private protocol Service: Sendable {}
private final class Impl: Service {}
private final class Outer: Sendable { init(_ inner: Inner) {} }
private final class Inner: Sendable { init(_ service: any Service) {} }
private enum Legacy { final class Network {} }

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
                  fix:  It is registered with "a", "b"; register it in an assembly: container.register(Impl.self, using: …)
                """)
    }

    @Test func `a near miss by the protocol's name`() {
        container.register((any Network).self) { _ in RealNetwork() }
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Legacy.Network.self) } == """
                Network is not registered.
                  path: Network
                  fix:  `any Network` is registered; you asked for `Network`; register it in an assembly: \
                container.register(Network.self, using: …)
                """)
    }

    @Test func `a near miss by the class's name`() {
        container.register(Legacy.Network.self) { _ in Legacy.Network() }
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve((any Network).self) } == """
                any Network is not registered.
                  path: any Network
                  fix:  `Network` the type is registered; you asked for `any Network`; register it in an assembly: \
                container.register((any Network).self, using: …)
                """)
    }

    @Test func `a near miss by an optional`() {
        container.register((any Network).self) { _ in RealNetwork() }
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve((any Network)?.self) } == """
                (any Network)? is not registered.
                  path: (any Network)?
                  fix:  `any Network` is registered; you asked for `(any Network)?`: use resolveIfRegistered; register it in \
                an assembly: container.register((any Network)?.self, using: …)
                """)
    }

    @Test func `C9 wrong arguments list those that are registered`() {
        container.register(Impl.self) { (_, _: UserID) in Impl() }
        container.register(Impl.self) { (_, _: UserID, _: String) in Impl() }
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Impl.self, arguments: 7) } == """
                Impl is not registered with arguments (Int).
                  path: Impl with arguments (Int)
                  fix:  ask with the arguments of a registration; registered with: (UserID), (UserID, String).
                """)
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Impl.self) } == """
                Impl is not registered with no arguments.
                  path: Impl
                  fix:  ask with the arguments of a registration; registered with: (UserID), (UserID, String).
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
        container.register(Impl.self, using: Impl.init)
        await container.close()
        #expect(
            text { () throws(ResolutionError) in try container.tryResolve(Impl.self) } == """
                Impl was resolved from a container that is closed.
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
        let error = onThread(stack: 256 << 10) {
            failure { () throws(ResolutionError) in try container.tryResolve(Int.self, name: "n0") }
        }
        #expect(error?.kind == "tooDeep")
        let lines = error?.description.split(separator: "\n") ?? []
        #expect(lines.first == "A chain of \(error?.path.count ?? 0) dependencies does not fit on this thread's stack.")
        #expect(lines.last == "  fix:  make the chain shorter, break it with a Lazy, or resolve it on a thread with a larger stack.")
        #expect(lines.count == 3)
        #expect(lines.dropFirst().first?.contains("→ … \((error?.path.count ?? 0) - 20) more … →") == true)
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
                  fix:  It is registered with "x"; register it in an assembly: container.register(Keychain.self, using: …)
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
                  fix:  It is registered with "x"; register it in an assembly: container.register(Keychain.self, using: …)
                """))
    }

    @Test func `a weak registration of a struct traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Container()
            container.register(Int.self, .weak, file: "App/Int.swift", line: 9) { _ in 1 }
            _ = container.resolve(Int.self)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            text.contains(
                "Depot: Int is registered as .weak, but Int is not a class. Only an object can be held weakly; register it as "
                    + ".singleton. Registered at App/Int.swift:9."))
    }
}
