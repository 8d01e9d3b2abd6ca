import Depot
import Testing

/// Factories that ask a container which they know by themselves, inside an override of another one.
@Suite struct AskedAsideTests {
    private let parent = makeStack()
    private let made = Counter()

    /// A service of a child whose factory asks its parent, or another child of that.
    private func makeChild(asking container: Container) -> Container {
        let child = Container(parent: parent)
        child.register(Repository.self, .singleton) { [made, unowned container] _ in
            _ = made.increment()
            return Repository(try container.tryResolve((any Network).self))
        }
        child.register(UseCase.self, .singleton) { UseCase(try $0.resolve()) }
        return child
    }

    @Test func `R4 R7 what a parent was asked for itself is not what overrides its child`() {
        let child = makeChild(asking: parent)
        let inside = child.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            #expect(child.resolve(UseCase.self) === child.resolve(UseCase.self))
            return child.resolve(UseCase.self)
        }
        #expect(inside.network.tag == "real")
        #expect(child.resolve(UseCase.self) === inside)
        #expect(made.value == 1)
    }

    @Test func `R1 R2 it is made anew where what the parent has was replaced, and only there`() {
        let child = makeChild(asking: parent)
        let before = child.withOverrides {
            $0.replace((any Network).self, with: MockNetwork("child"))
        } operation: {
            child.resolve(UseCase.self)
        }
        let replacement = parent.replace((any Network).self, with: MockNetwork("parent"))
        child.withOverrides {
            $0.replace((any Network).self, with: MockNetwork("child"))
        } operation: {
            #expect(child.resolve(UseCase.self).network.tag == "parent")
        }
        #expect(child.resolve(UseCase.self).network.tag == "parent")
        replacement.restore()
        #expect(child.resolve(UseCase.self) === before)
        parent.withOverrides {
            $0.replace((any Network).self, with: MockNetwork("override"))
        } operation: {
            #expect(child.resolve(UseCase.self).network.tag == "override")
        }
        #expect(child.resolve(UseCase.self) === before)
    }

    @Test func `R4 R7 nor is what another child was asked for`() {
        let other = Container(parent: parent)
        let child = makeChild(asking: other)
        child.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            #expect(child.resolve(UseCase.self).network.tag == "real")
            #expect(child.resolve(UseCase.self).network.tag == "real")
        }
        #expect(made.value == 1)
        other.register((any Network).self, .singleton) { _ in MockNetwork("other") }
        #expect(child.resolve(UseCase.self).network.tag == "other")
    }

    /// Takes the mock by its resolver, and the real one from its own container.
    private final class Both: Sendable {
        let given: any Network
        let asked: any Network

        init(_ given: any Network, _ asked: any Network) {
            self.given = given
            self.asked = asked
        }
    }

    @Test(arguments: [true, false])
    func `R3 R4 a parent's service that meets an override of its child has what it asked its own container for`(isAsync: Bool) async throws
    {
        let child = Container(parent: parent)
        let make: @Sendable (Resolver) throws -> Both = { [made, unowned parent] r in
            _ = made.increment()
            return Both(try r.resolve((any Network).self), try parent.tryResolve((any Network).self))
        }
        if isAsync {
            parent.registerAsync(Both.self, .singleton) { try make($0) }
        } else {
            parent.register(Both.self, .singleton) { try make($0) }
        }
        try await child.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            let both = try await child.resolveAsync(Both.self)
            #expect(both.given.tag == "mock" && both.asked.tag == "real")
            #expect(try await child.resolveAsync(Both.self) === both)
        }
        #expect(made.value == 1)
        #expect(try await child.resolveAsync(Both.self).given.tag == "real")
    }

    @Test func `R4 R7 it is so through what is made for the caller alone, and for long lists`() {
        let (child, made) = (Container(parent: parent), made)
        for number in 0..<40 { parent.register(Int.self, name: "\(number)", .singleton) { _ in number } }
        parent.register([Int].self) { r in try (0..<40).map { try r.resolve(Int.self, name: "\($0)") } }
        child.register(String.self, .singleton) { [unowned parent] _ in
            _ = made.increment()
            return "\(try parent.tryResolve([Int].self).count)"
        }
        child.register(Substring.self) { r in try r.resolve(String.self)[...] }
        child.withOverrides {
            for number in 0..<40 { $0.replace(Int.self, name: "\(number)", with: -1) }
        } operation: {
            for _ in 0..<2 { #expect(child.resolve(Substring.self) == "40") }
        }
        #expect(made.value == 1)
    }
}
