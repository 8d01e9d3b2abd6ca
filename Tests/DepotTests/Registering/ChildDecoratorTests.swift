import Depot
import Testing

/// What a child decorates of its parent: looked into by the graph, and wrapped as the parent has it now.
@Suite struct ChildDecoratorTests {
    private final class Part: Sendable {
        let tag: String

        init(_ tag: String) {
            self.tag = tag
        }
    }

    private final class Whole: Sendable {
        let part: Part

        init(_ part: Part) {
            self.part = part
        }
    }

    private final class Keeper: Sendable {
        init(_ whole: Whole) {}
    }

    private static func kinds(_ container: Container) -> [ValidationError.Problem.Kind] {
        do throws(ValidationError) {
            try container.validate()
            return []
        } catch {
            return error.problems.map(\.kind)
        }
    }

    /// A child that decorates, by a function or by a closure.
    private static func decorate(_ child: Container, byFunction: Bool) {
        if byFunction {
            child.decorate(Whole.self, using: { (whole: Whole) in whole })
        } else {
            child.decorate(Whole.self) { whole, _ in whole }
        }
    }

    @Test(arguments: [true, false]) func `C11 what is missing further up is told where a child decorates`(byFunction: Bool) {
        let parent = Container()
        parent.register(Whole.self, .singleton, using: Whole.init)
        let child = Container(parent: parent)
        Self.decorate(child, byFunction: byFunction)
        #expect(Self.kinds(child) == [.missing])
        #expect(failure { () throws(ResolutionError) in try child.tryResolve(Whole.self) }?.kind == "notRegistered")
    }

    @Test(arguments: [true, false]) func `C11 S6 what is captive through what a child decorates is told`(byFunction: Bool) {
        let parent = Container()
        parent.register(Part.self, .scoped(.request)) { _ in Part("request") }
        parent.register(Whole.self, using: Whole.init)
        let child = Container(parent: parent)
        child.register(Keeper.self, .singleton, using: Keeper.init)
        Self.decorate(child, byFunction: byFunction)
        #expect(Self.kinds(child) == [.captive])
        child.withScope(.request) {
            #expect(failure { () throws(ResolutionError) in try child.tryResolve(Keeper.self) }?.kind == "captive")
        }
    }

    @Test(arguments: [true, false]) func `C3 C11 a cycle through what a child decorates is told`(byFunction: Bool) {
        let parent = Container()
        parent.register(Part.self, using: { (_: Whole) in Part("cycle") })
        parent.register(Whole.self, using: Whole.init)
        let child = Container(parent: parent)
        child.decorate(Part.self, using: { (part: Part) in part })
        Self.decorate(child, byFunction: byFunction)
        #expect(Self.kinds(child) == [.cycle])
        #expect(failure { () throws(ResolutionError) in try child.tryResolve(Part.self) }?.kind == "cycle")
    }

    @Test(arguments: [true, false]) func `C11 the graph of a child shows what it decorates, and what that needs`(byFunction: Bool) throws {
        let parent = Container()
        parent.register(Part.self) { _ in Part("plain") }
        parent.register(Whole.self, .singleton, using: Whole.init)
        let child = Container(parent: parent)
        Self.decorate(child, byFunction: byFunction)
        for _ in 0..<2 {
            let graph = child.graph
            #expect(graph.dependents(of: Part.self).map(\.name) == ["Whole"])
            #expect(graph.nodes(of: Whole.self).map(\.isDecorated) == [false, true])
            #expect(graph.problems.isEmpty)
            _ = child.resolve(Whole.self)
        }
    }

    @Test func `C11 a service that is registered after a child decorated it is decorated there`() throws {
        let parent = Container()
        let child = Container(parent: parent)
        let grandchild = Container(parent: child)
        grandchild.decorate(Part.self) { base, _ in Part("b(\(base.tag))") }
        child.decorate(Part.self) { base, _ in Part("a(\(base.tag))") }
        #expect(Self.kinds(child) == [.decoratorWithoutTarget])
        parent.register(Part.self, .singleton) { _ in Part("base") }
        #expect(child.resolve(Part.self).tag == "a(base)")
        #expect(grandchild.resolve(Part.self).tag == "b(a(base))")
        #expect(child.resolve(Part.self) === child.resolve(Part.self))
        #expect(parent.resolve(Part.self).tag == "base")
        try grandchild.validate()
    }

    @Test func `C11 what a child decorates lives as long as what its parent has registered now`() throws {
        let parent = Container()
        parent.register(Part.self, .singleton) { _ in Part("first") }
        let child = Container(parent: parent)
        child.decorate(Part.self) { base, _ in Part("a(\(base.tag))") }
        child.decorate(Part.self) { base, _ in Part("b(\(base.tag))") }
        let first = child.resolve(Part.self)
        #expect(first.tag == "b(a(first))")
        parent.register(Part.self, .scoped(.request)) { _ in Part("request") }
        let parts = (0..<2).map { _ in child.withScope(.request) { child.resolve(Part.self) } }
        #expect(parts.map(\.tag) == ["b(a(request))", "b(a(request))"])
        #expect(parts[0] !== parts[1])
        try child.validate()
    }

    @Test func `C11 what a child registers itself is not decorated again by what its parent registers`() {
        let parent = Container()
        parent.register(Part.self) { _ in Part("parent") }
        let child = Container(parent: parent)
        child.decorate(Part.self) { base, _ in Part("a(\(base.tag))") }
        child.register(Part.self) { _ in Part("child") }
        parent.register(Part.self) { _ in Part("again") }
        #expect(child.resolve(Part.self).tag == "child")
    }

    @Test func `C11 a copy of a child decorates what its parent registers later`() {
        let parent = Container()
        parent.register(Part.self, .singleton) { _ in Part("first") }
        let child = Container(parent: parent)
        child.decorate(Part.self) { base, _ in Part("a(\(base.tag))") }
        let copy = child.copy()
        child.replace(Part.self, with: Part("mock"))
        let mocked = child.copy()
        parent.register(Part.self) { _ in Part("second") }
        #expect(copy.resolve(Part.self).tag == "a(second)")
        #expect(copy.resolve(Part.self) !== copy.resolve(Part.self))
        #expect(mocked.resolve(Part.self).tag == "mock")
    }

    @Test(arguments: [true, false]) func `C11 S1 what is decorated while a mock is there lives as long as the service`(inChild: Bool) {
        let parent = Container()
        parent.register(Part.self, .scoped(.request)) { _ in Part("request") }
        let mock = parent.replace(Part.self, with: Part("mock"))
        if inChild {
            let child = Container(parent: parent)
            child.decorate(Part.self) { base, _ in Part("a(\(base.tag))") }
            mock.restore()
            child.withScope(.request) { #expect(child.resolve(Part.self).tag == "a(request)") }
        } else {
            parent.withOverrides {
                $0.decorate(Part.self) { base, _ in Part("a(\(base.tag))") }
            } operation: {
                let parts = (0..<2).map { _ in parent.withScope(.request) { parent.resolve(Part.self) } }
                #expect(parts.map(\.tag) == ["a(mock)", "a(mock)"])
                #expect(parts[0] !== parts[1])
            }
        }
    }

    @Test func `C11 C14 a service that is replaced by an async one after a child decorated it says what to do`() async throws {
        let parent = Container()
        parent.register(Part.self, .singleton) { _ in Part("real") }
        let child = Container(parent: parent)
        child.decorate(Part.self) { base, _ in Part("a(\(base.tag))") }
        parent.replaceAsync(Part.self) { _ in Part("async") }
        let fix = "it was synchronous when a child decorated it: await it in the parent first, or replace it before the child decorates it."
        let error = await #expect(throws: ResolutionError.self) { try await child.resolveAsync(Part.self) }
        #expect(error?.kind == "requiresAsync")
        #expect(error?.description.hasSuffix("fix:  \(fix)") == true)
        #expect(child.graph.problems.map(\.kind) == [.asyncNeededBySync])
        #expect(child.graph.problems.map(\.fix) == [fix])
        _ = try await parent.resolveAsync(Part.self)
        #expect(child.resolve(Part.self).tag == "a(async)")
        try child.validate()
    }

    @Test func `C11 C14 so does an async service that an instance stood in for when a child decorated it`() async {
        let parent = Container()
        parent.registerAsync(Part.self, .singleton) { _ in Part("real") }
        let mock = parent.replace(Part.self, with: Part("mock"))
        let child = Container(parent: parent)
        child.decorate(Part.self) { base, _ in Part("a(\(base.tag))") }
        #expect(child.resolve(Part.self).tag == "a(mock)")
        mock.restore()
        let error = await #expect(throws: ResolutionError.self) { try await child.resolveAsync(Part.self) }
        #expect(error?.kind == "requiresAsync")
        #expect(error?.diagnosis.fix.hasPrefix("it was synchronous when a child decorated it: await it in the parent first") == true)
    }

    @Test func `C11 C14 R8 in an override that registers or replaces it by an async one it is told likewise, and gone with the override`()
        async throws
    {
        let parent = Container()
        parent.register(Part.self, .singleton) { _ in Part("real") }
        let child = Container(parent: parent)
        Self.wrap(child)
        let configurations: [@Sendable (Container) -> Void] = [
            { $0.registerAsync(Part.self, .singleton) { _ in Part("async") } }, { $0.replaceAsync(Part.self) { _ in Part("async") } },
        ]
        for configure in configurations {
            try await parent.withOverrides(configure) { () async throws in
                for isAsync in [true, false] {
                    let error = await #expect(throws: ResolutionError.self) {
                        _ = isAsync ? try await child.resolveAsync(Part.self) : try child.tryResolve(Part.self)
                    }
                    #expect(error?.kind == "requiresAsync")
                    #expect(error?.diagnosis.fix.hasPrefix("it was synchronous when a child decorated it") == true)
                }
                _ = try await parent.resolveAsync(Part.self)
                #expect(child.resolve(Part.self).tag == "a(async)")
            }
            #expect(child.resolve(Part.self).tag == "a(real)")
        }
    }

    @Test func `C11 R8 a replacement has the lifetime of what it replaces, and so has what a child decorates`() {
        let parent = Container()
        parent.register(Part.self, .singleton) { _ in Part("real") }
        parent.register(Whole.self, using: { (part: Part) in Whole(part) })
        let child = Container(parent: parent)
        Self.wrap(child)
        child.decorate(Whole.self) { base, _ in Whole(Part("b(\(base.part.tag))")) }
        let configurations: [@Sendable (Container) -> Void] = [
            { $0.replace(Part.self) { _ in Part("mock") } }, { $0.replace(Part.self, with: Part("mock")) },
            { $0.register(Part.self) { _ in Part("mock") } },
        ]
        for configure in configurations {
            parent.withOverrides(configure) {
                #expect(child.resolve(Part.self).tag == "a(mock)")
                #expect(child.resolve(Part.self) === child.resolve(Part.self))
                #expect(child.resolve(Whole.self) !== child.resolve(Whole.self))
            }
        }
        #expect(child.resolve(Part.self).tag == "a(real)")
    }

    @Test(arguments: [true, false]) func `C11 a service registered anew while a mock is there gives its lifetime to what a child decorates`(
        isDecoratedFirst: Bool
    ) {
        let parent = Container()
        parent.register(Part.self, .singleton) { _ in Part("first") }
        let (child, middle) = (Container(parent: parent), Container(parent: parent))
        let grandchild = Container(parent: middle)
        let mocks = [parent.replace(Part.self, with: Part("mock")), middle.replace(Part.self, with: Part("mock"))]
        if isDecoratedFirst { [child, grandchild].forEach(Self.wrap) }
        parent.register(Part.self, .scoped(.request)) { _ in Part("second") }
        if !isDecoratedFirst { [child, grandchild].forEach(Self.wrap) }
        for mock in mocks { mock.restore() }
        for child in [child, grandchild] {
            let parts = (0..<2).map { _ in child.withScope(.request) { child.resolve(Part.self) } }
            #expect(parts.map(\.tag) == ["a(second)", "a(second)"])
            #expect(parts[0] !== parts[1])
        }
    }

    @Test func `C9 C11 a service with arguments that is registered anew as a shared one is shared for each value in a child, too`() {
        let parent = Container()
        parent.register(Part.self) { (_, number: Int) in Part("\(number)") }
        let child = Container(parent: parent)
        let mock = parent.replace(Part.self) { (_, number: Int) in Part("mock \(number)") }
        Self.wrap(child)
        parent.register(Part.self, .singleton) { (_, number: Int) in Part("shared \(number)") }
        #expect(child.resolve(Part.self, arguments: 1).tag == "a(mock 1)")
        mock.restore()
        let parts = [1, 2, 1].map { child.resolve(Part.self, arguments: $0) }
        #expect(parts.map(\.tag) == ["a(shared 1)", "a(shared 2)", "a(shared 1)"])
        #expect(parts[0] === parts[2])
    }

    private static func wrap(_ child: Container) {
        child.decorate(Part.self) { base, _ in Part("a(\(base.tag))") }
    }
}
