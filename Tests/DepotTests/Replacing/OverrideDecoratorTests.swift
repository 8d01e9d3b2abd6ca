import Depot
import Testing

/// What an override of a child decorates of the parent.
@Suite struct OverrideDecoratorTests {
    private final class Part: Sendable {
        let tag: String

        init(_ tag: String) {
            self.tag = tag
        }
    }

    private final class Whole: Sendable {
        let part: Part
        let tag: String

        init(_ part: Part, _ tag: String = "") {
            self.part = part
            self.tag = tag
        }
    }

    /// The parent and the child each have a part; the parent has the whole, by a function or by a closure.
    private static func makeFamily(byFunction: Bool) -> (parent: Container, child: Container) {
        let parent = Container()
        parent.register(Part.self, .singleton) { _ in Part("parent") }
        if byFunction {
            parent.register(Whole.self, .singleton, using: { (part: Part) in Whole(part) })
        } else {
            parent.register(Whole.self, .singleton) { r in try Whole(r.resolve()) }
        }
        let child = Container(parent: parent)
        child.register(Part.self, instance: Part("child"))
        return (parent, child)
    }

    @Test(arguments: [true, false]) func `C8 what an override of a child decorates of the parent is built by the parent's registrations`(
        byFunction: Bool
    ) {
        let (_, child) = Self.makeFamily(byFunction: byFunction)
        let plain = child.resolve(Whole.self)
        child.withOverrides {
            $0.decorate(Whole.self) { base, r in Whole(base.part, "decorated beside \(try r.resolve(Part.self).tag)") }
        } operation: {
            for _ in 0..<2 {
                let whole = child.resolve(Whole.self)
                #expect(whole.part.tag == "parent")
                #expect(whole.tag == "decorated beside child")
                #expect(child.graph.problems.isEmpty)
            }
            let dependents = child.graph.dependents(of: Part.self)
            #expect(dependents.map(\.name) == ["Whole"])
        }
        #expect(child.resolve(Whole.self) === plain)
    }

    /// What a service resolves once it is made.
    private final class Later: Sendable {
        let part: Lazy<Part>
        let resolver: Resolver

        init(_ part: Lazy<Part>, _ resolver: Resolver) {
            self.part = part
            self.resolver = resolver
        }
    }

    @Test(arguments: [true, false]) func `C8 what an override of a child decorates of the parent resolves there later, too`(
        byFunction: Bool
    ) {
        let (parent, child) = Self.makeFamily(byFunction: true)
        if byFunction {
            parent.register(Later.self, .singleton, using: { (part: Lazy<Part>, resolver: Resolver) in Later(part, resolver) })
        } else {
            parent.register(Later.self, .singleton) { r in try Later(r.resolve(), r) }
        }
        func expectParts(_ expected: String, in override: (Container) -> Void) {
            child.withOverrides {
                $0.decorate(Later.self) { base, _ in Later(base.part, base.resolver) }
                override($0)
            } operation: {
                let later = child.resolve(Later.self)
                #expect(later.part().tag == expected)
                #expect((try? later.resolver.resolve(Part.self))?.tag == expected)
            }
        }
        expectParts("parent") { _ in }
        expectParts("mock") { $0.replace(Part.self, with: Part("mock")) }
    }

    @Test func `C8 an async singleton of a parent is likewise built by the parent's registrations`() async throws {
        let (parent, child) = Self.makeFamily(byFunction: true)
        parent.registerAsync(Whole.self, .singleton) { r in Whole(try await r.resolveAsync()) }
        try await child.withOverrides {
            $0.decorate(Whole.self) { base, _ in Whole(base.part, "decorated") }
        } operation: {
            let whole = try await child.resolveAsync(Whole.self)
            #expect(whole.part.tag == "parent")
            #expect(whole.tag == "decorated")
        }
    }

    @Test func `C8 R8 what the override replaces reaches what it decorates of the parent`() {
        let (_, child) = Self.makeFamily(byFunction: true)
        child.withOverrides {
            $0.decorate(Whole.self) { base, _ in Whole(base.part, "decorated") }
            $0.replace(Part.self, with: Part("mock"))
        } operation: {
            #expect(child.resolve(Whole.self).part.tag == "mock")
        }
    }

    @Test func `C8 C11 what a child decorates of its parent is decorated in an override, too`() {
        let (parent, child) = Self.makeFamily(byFunction: true)
        child.decorate(Whole.self) { base, _ in Whole(base.part, "child(\(base.tag))") }
        let grandchild = Container(parent: child)
        grandchild.decorate(Whole.self) { base, _ in Whole(base.part, "grandchild(\(base.tag))") }
        child.withOverrides {
            $0.decorate(Whole.self) { base, _ in Whole(base.part, "override(\(base.tag))") }
        } operation: {
            #expect(child.resolve(Whole.self).tag == "override(child())")
            #expect(child.resolve(Whole.self).part.tag == "parent")
            #expect(grandchild.resolve(Whole.self).tag == "grandchild(override(child()))")
            #expect(parent.resolve(Whole.self).tag == "")
        }
        grandchild.withOverrides {
            $0.decorate(Whole.self) { base, _ in Whole(base.part, "override(\(base.tag))") }
        } operation: {
            #expect(grandchild.resolve(Whole.self).tag == "override(grandchild(child()))")
            #expect(grandchild.resolve(Whole.self).part.tag == "parent")
        }
    }

    @Test func `C8 a transient service of the parent is built by the registrations of whoever asks`() {
        let (parent, child) = Self.makeFamily(byFunction: true)
        parent.register(Whole.self, using: { (part: Part) in Whole(part) })
        child.withOverrides {
            $0.decorate(Whole.self) { base, _ in Whole(base.part, "decorated") }
        } operation: {
            #expect(child.resolve(Whole.self).part.tag == "child")
        }
    }

    @Test(arguments: [true, false]) func `R9 what an override of a child decorates is made once where the parent is overridden too`(
        childFirst: Bool
    ) throws {
        let (parent, _) = Self.makeFamily(byFunction: true)
        let (child, runs) = (Container(parent: parent), Locked(0))
        parent.register(Int.self) { _ in 0 }
        parent.register(Whole.self, .singleton) { [unowned parent] r in
            runs.withLock { $0 += 1 }
            // Whatever begins meanwhile has what was made looked at again; it is over before the factory is.
            parent.withOverrides {
                $0.replace(Int.self, with: 1)
            } operation: {
                _ = parent.resolve(Int.self)
            }
            return try Whole(r.resolve())
        }
        let decorate: @Sendable (Container) -> Void = { $0.decorate(Whole.self) { base, _ in Whole(base.part, "decorated") } }
        let replace: @Sendable (Container) -> Void = { $0.replace(Part.self, with: Part("mock")) }
        let (outer, inner) = childFirst ? (child, parent) : (parent, child)
        try outer.withOverrides(childFirst ? decorate : replace) {
            try inner.withOverrides(childFirst ? replace : decorate) {
                let whole = try child.tryResolve(Whole.self)
                #expect((whole.tag, whole.part.tag) == ("decorated", "mock"))
                #expect(runs.withLock { $0 } == 1)
            }
        }
        #expect(parent.resolve(Whole.self).part.tag == "parent")
    }
}
