import Depot
import Testing

/// Scopes with many services, each of a type of its own.
@Suite struct CrowdedScopeTests {
    @Test func `S2 S7: each of many services has one instance in a scope, and goes with it in reverse order`() async throws {
        let (container, log) = (Container(), Log())
        let all = Crowd.register(100, in: container, log)
        try await container.withScope(.request) {
            let (made, again) = (all.map { $0(container) }, all.map { $0(container) })
            #expect(Set(made.map(ObjectIdentifier.init)).count == all.count)
            let inner = try await container.withScope(.request) { all.map { $0(container) } }
            let after = all.map { $0(container) }
            for index in all.indices {
                #expect(made[index] === again[index])
                #expect(made[index] === after[index])
                #expect(made[index] !== inner[index])
            }
        }
        #expect(log.all.suffix(all.count) == (0..<all.count).reversed().map(String.init))
    }

    @Test func `S7 C6: what is in a scope stays there while children and what they have in it come and go`() {
        let (parent, log) = (Container(), Log())
        let all = Crowd.register(40, in: parent, log)
        let isOver = Locked(false)
        parent.withScope(.request) {
            let made = all.map { $0(parent) }
            let context = withEscapedContext { $0 }
            let reader: @Sendable () -> Bool = {
                var isSame = true
                while !isOver.withLock({ $0 }) { context.yield { isSame = isSame && zip(made, all).allSatisfy { $0 === $1(parent) } } }
                return isSame
            }
            let answers = [Box(false), Box(false)]
            let readers = answers.map { answer in startThread { answer.value = reader() } }
            for _ in 0..<stressRounds(debug: 100, release: 1_000) {
                let child = Container(parent: parent)
                let children = Crowd.register(10, in: child, log)
                let theirs = children.map { $0(child) }
                let again = children.map { $0(child) }
                for index in theirs.indices { #expect(theirs[index] === again[index]) }
            }
            isOver.withLock { $0 = true }
            for reader in readers { join(reader) }
            for answer in answers { #expect(answer.value) }
        }
    }
}

/// Services by the number of their type.
private enum Crowd {
    typealias Resolve = @Sendable (Container) -> any AnyMember

    /// Registers services for the scope of a request.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - container: Where.
    ///   - log: Where each notes its number when it is disposed.
    /// - Returns: What resolves each.
    static func register(_ count: Int, in container: Container, _ log: Log) -> [Resolve] {
        var all: [Resolve] = []
        add(Void.self, to: &all, count, container, log)
        return all
    }

    private static func add<Number>(_ number: Number.Type, to all: inout [Resolve], _ count: Int, _ container: Container, _ log: Log) {
        let index = all.count
        container.register(Member<Number>.self, .scoped(.request)) { _ in Member<Number>(index, log) }
        all.append { $0.resolve(Member<Number>.self) }
        if all.count < count { add(Next<Number>.self, to: &all, count, container, log) }
    }

    private enum Next<Number> {}
}

private protocol AnyMember: AnyObject, Sendable {}

private final class Member<Number>: AnyMember, Disposable {
    private let number: Int
    private let log: Log

    init(_ number: Int, _ log: Log) {
        (self.number, self.log) = (number, log)
    }

    func dispose() { log.add("\(number)") }
}
