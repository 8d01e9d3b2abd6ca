import Depot
import Testing

@Suite struct OverrideReachTests {
    @Test func `R3 an override reaches what is cached, for its operation only`() {
        let container = makeStack()
        let screen = container.resolve(Screen.self)
        container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            #expect(Container.shared.resolve(Screen.self).network.tag == "mock")
            #expect(container.resolve(Screen.self).network.tag == "mock")
            #expect(Container.shared.resolve(Keychain.self) === container.resolve(Keychain.self))
        }
        #expect(container.resolve(Screen.self) === screen)
    }

    @Test func `R3 what an override does not touch is the base's own, even if it is made inside`() {
        let container = makeStack()
        let keychain = container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            _ = Container.shared.resolve(Screen.self)
            return Container.shared.resolve(Keychain.self)
        }
        #expect(container.resolve(Keychain.self) === keychain)
        #expect(container.resolve(Screen.self).network.tag == "real")
    }

    @Test func `R1 R8 an override follows what a Lazy outside of it has resolved meanwhile`() {
        final class Holder: Sendable {
            let lazy: Lazy<UseCase>
            init(_ lazy: Lazy<UseCase>) { self.lazy = lazy }
        }
        let container = makeStack()
        container.register(Holder.self, .singleton, using: Holder.init)
        let holder = container.resolve(Holder.self)
        container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            #expect(container.resolve(Holder.self) === holder)
            // A thread of its own is outside of the override.
            #expect(onThread { holder.lazy().network.tag } == "real")
            #expect(container.resolve(Holder.self) !== holder)
            #expect(container.resolve(Holder.self).lazy().network.tag == "mock")
        }
        #expect(container.resolve(Holder.self) === holder)
    }

    /// What asks later, and is made from a list.
    private final class Listing: Sendable {
        let resolver: Resolver
        init(_ resolver: Resolver) { self.resolver = resolver }
    }

    private struct Listed: Sendable {
        let tags: [String]
        let names: [Name: String]
        init(_ list: [any Network], _ named: [Name: any Network]) {
            tags = list.map(\.tag)
            names = named.mapValues(\.tag)
        }
    }

    @Test(arguments: [true, false]) func `R3 a list that a parent's service asks for later has what a child's override has, async or not`(
        isAsync: Bool
    ) async throws {
        let parent = makeStack()
        parent.register((any Network).self, name: "other", .singleton) { r in try r.resolve((any Network).self) }
        parent.register(Listing.self, .singleton) { r in Listing(r) }
        if isAsync {
            parent.registerAsync(Listed.self) { r in
                Listed(try await r.resolveAsync([any Network].self), try await r.resolveAsync([Name: any Network].self))
            }
        } else {
            parent.register(Listed.self) { r in Listed(try r.resolve(), try r.resolve()) }
        }
        let listing = parent.resolve(Listing.self)
        let child = Container(parent: parent)
        try await child.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            let listed = try await listing.resolver.resolveAsync(Listed.self)
            #expect(listed.tags == ["mock", "mock"])
            #expect(listed.names == ["other": "mock"])
        }
        let listed = try await listing.resolver.resolveAsync(Listed.self)
        #expect(listed.tags == ["real", "real"] && listed.names == ["other": "real"])
    }

    /// What is resolved from the container that is in effect.
    private final class Asking: Sendable {
        let network: any Network
        init() { network = Container.shared.resolve((any Network).self) }
    }

    @Test func `C1 R9 what a parent's singleton meets in its caller's override is that override's, and one in it`() {
        weak var left: Asking?
        let parent = makeStack()
        parent.register(Asking.self, .singleton) { _ in Asking() }
        let child = Container(parent: parent)
        for _ in 0..<3 {
            child.withOverrides {
                $0.replace((any Network).self, with: MockNetwork())
            } operation: {
                let asking = parent.resolve(Asking.self)
                left = asking
                #expect(asking.network.tag == "mock")
                #expect(parent.resolve(Asking.self) === asking)
                #expect(child.resolve(Asking.self) === asking)
            }
            #expect(left == nil)
        }
        let asking = child.withScope(.request) { parent.resolve(Asking.self) }
        #expect(asking.network.tag == "real")
        #expect(child.withScope(.request) { parent.resolve(Asking.self) } === asking)
    }

    @Test func `C1 R9 what is asked of a parent in a child's override is not what that makes of the parent's`() {
        let parent = makeStack()
        parent.register(Asking.self, .singleton) { _ in Asking() }
        let child = Container(parent: parent)
        child.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            let asking = child.resolve(Asking.self)
            #expect(asking.network.tag == "mock")
            let own = parent.resolve(Asking.self)
            #expect(own.network.tag == "mock")
            #expect(parent.resolve(Asking.self) === own)
            #expect(child.resolve(Asking.self) === asking)
        }
    }

    @Test func `C1 R9 what a parent's async singleton meets in its caller's override is that override's, and one in it`() async throws {
        weak var left: Asking?
        let parent = makeStack()
        parent.registerAsync(Asking.self, .singleton) { _ in Asking() }
        let child = Container(parent: parent)
        for _ in 0..<3 {
            try await child.withOverrides {
                $0.replace((any Network).self, with: MockNetwork())
            } operation: {
                async let first = parent.resolveAsync(Asking.self)
                async let second = parent.resolveAsync(Asking.self)
                let (asking, other) = try await (first, second)
                left = asking
                #expect(asking.network.tag == "mock")
                #expect(other === asking)
                #expect(parent.resolve(Asking.self) === asking)
            }
            #expect(left == nil)
        }
    }

    @Test func `C15 what a parent's singleton meets in its caller's override is one for all that are in it`() {
        let (parent, begun, gate, runs) = (makeStack(), Gate(), Gate(), Counter())
        parent.register(Keychain.self, .singleton) { _ in
            _ = Container.shared.resolve((any Network).self)
            if runs.increment() == 1 {
                begun.open()
                gate.pass()
            }
            return Keychain()
        }
        let child = Container(parent: parent)
        child.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            let (context, waiters, found) = (withEscapedContext { $0 }, Waiters(), Locked<[Keychain]>([]))
            let resolve: @Sendable () -> Void = {
                let keychain = context.yield { parent.resolve(Keychain.self) }
                found.withLock { $0.append(keychain) }
            }
            let first = startThread(resolve)
            begun.pass()
            let second = waiters.startThread(resolve)
            waiters.pass(1)
            gate.open()
            for thread in [first, second] { join(thread) }
            let made = found.withLock { $0 }
            #expect(made.count == 2 && made[0] === made[1])
            #expect(parent.resolve(Keychain.self) === made[0])
        }
    }

    @Test func `R3 R8 an override of a parent is not in effect in a child where the parent is bound as it is`() {
        let parent = makeStack()
        let child = Container(parent: parent)
        child.register(Bool.self) { r in try r.resolve(Screen.self).network.tag == "mock" }
        parent.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            #expect(child.resolve(Bool.self))
            Context.bind(Context.replacingContainer(parent)) {
                #expect(!child.resolve(Bool.self))
                #expect(child.resolve(Screen.self).network.tag == "real")
            }
            #expect(child.resolve(Screen.self).network.tag == "mock")
        }
    }

    @Test func `R3 an inner override wins over an outer one`() async {
        let container = makeStack()
        await container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork("outer"))
        } operation: {
            await container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork("inner"))
            } operation: {
                await Task.yield()
                #expect(Container.shared.resolve(Screen.self).network.tag == "inner")
            }
            #expect(Container.shared.resolve(Screen.self).network.tag == "outer")
        }
    }

    @Test func `R3 an outer override gives what an inner one replaces, also where one of the parent lies between them`() {
        let parent = makeStack()
        let child = Container(parent: parent)
        child.withOverrides { _ in
        } operation: {
            let outer = Container.shared
            parent.withOverrides {
                $0.replace(Keychain.self, with: Keychain())
            } operation: {
                child.withOverrides {
                    $0.replace((any Network).self, with: MockNetwork())
                } operation: {
                    #expect(child.resolve(Screen.self).network.tag == "mock")
                    #expect(outer.resolve(Screen.self).network.tag == "mock")
                    #expect(outer.resolve(Screen.self) === child.resolve(Screen.self))
                }
                #expect(outer.resolve(Screen.self).network.tag == "real")
            }
        }
    }

    @Test func `R3 overrides that run at once do not see each other`() async {
        let container = makeStack()
        await withTaskGroup(of: (Int, String).self) { group in
            for number in 0..<50 {
                group.addTask {
                    await container.withOverrides {
                        $0.replace((any Network).self, with: MockNetwork("\(number)"))
                    } operation: {
                        await Task.yield()
                        return (number, Container.shared.resolve(Screen.self).network.tag)
                    }
                }
            }
            for await (number, tag) in group { #expect(tag == "\(number)") }
        }
    }
}
