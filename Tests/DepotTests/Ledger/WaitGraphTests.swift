import Testing

@testable import Depot

/// The graph of waits by itself, without threads.
@Suite struct WaitGraphTests {
    private let container = Container()

    private func makeBuild(partOf parent: Build? = nil) -> Build {
        let draft = RegistrationDraft(source: SourceLine("App/Int.swift", 1))
        let registration = TypedRegistration<Int>(draft, lifetime: .singleton, make: Make(plain: { _ in 1 }))
        return Build(registration, parent: parent, between: [], container: container, graph: nil, bound: .nothing, home: Cell())
    }

    @Test func `C3 a wait that would close a ring is refused, with the waits of the ring`() {
        var graph = WaitGraph()
        let (first, second, third) = (makeBuild(), makeBuild(), makeBuild())
        #expect(graph.add(first, waitingFor: second, by: []) == nil)
        #expect(graph.add(second, waitingFor: third, by: []) == nil)
        let ring = graph.add(third, waitingFor: first, by: [])
        #expect(ring?.map { $0.waiter === first || $0.waiter === second } == [true, true])
    }

    @Test func `C3 a part of a build that waits makes the build wait`() {
        var graph = WaitGraph()
        let (first, second) = (makeBuild(), makeBuild())
        let (partOfFirst, partOfSecond) = (makeBuild(partOf: first), makeBuild(partOf: second))
        #expect(graph.add(partOfFirst, waitingFor: second, by: []) == nil)
        #expect(graph.add(partOfSecond, waitingFor: first, by: [])?.count == 1)
    }

    @Test func `C3 a part may wait for what the build itself does not wait for`() {
        var graph = WaitGraph()
        let (first, second) = (makeBuild(), makeBuild())
        let partOfFirst = makeBuild(partOf: first)
        #expect(graph.add(first, waitingFor: second, by: []) == nil)
        #expect(graph.add(second, waitingFor: partOfFirst, by: []) == nil)
    }

    @Test func `C3 what a ring leads through stays as it was found, also where a run in it ends meanwhile`() {
        var graph = WaitGraph()
        let (first, second) = (makeBuild(), makeBuild())
        let part = makeBuild(partOf: first)
        #expect(graph.add(part, waitingFor: second, by: []) == nil)
        let ring = graph.add(second, waitingFor: first, by: [])
        #expect(ring?.map(\.way.count) == [2])
        part.isShown = true
        _ = part.finish(.again)
        _ = part.cutOff()
        #expect(part.path.count == 1)
        #expect(ring?.map(\.way.count) == [2])
    }

    @Test func `C3 a wait that is over leaves nothing behind`() {
        var graph = WaitGraph()
        let (first, second) = (makeBuild(), makeBuild())
        #expect(graph.add(first, waitingFor: second, by: []) == nil)
        #expect(graph.remove(first, waitingFor: second)?.waiter === first)
        #expect(graph.remove(first, waitingFor: second) == nil)
        #expect(graph.add(second, waitingFor: first, by: []) == nil)
    }
}
