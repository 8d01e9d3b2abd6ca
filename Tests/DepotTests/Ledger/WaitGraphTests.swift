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

    private func task(_ build: Build) -> WaitGraph.Waiter { WaitGraph.Waiter(thread: nil, build: build) }

    private func thread(_ number: CurrentThread.ID, inside build: Build? = nil) -> WaitGraph.Waiter {
        WaitGraph.Waiter(thread: number, build: build)
    }

    private func turn(of number: CurrentThread.ID?) -> WaitGraph.Target {
        .turn(ThreadTurn(isExclusive: true, holder: { number }, name: { "a turn" }))
    }

    @Test func `C3 a wait that would close a ring is refused, with the waits of the ring`() {
        var graph = WaitGraph()
        let (first, second, third) = (makeBuild(), makeBuild(), makeBuild())
        #expect(graph.add(task(first), waitingFor: .build(second)) == nil)
        #expect(graph.add(task(second), waitingFor: .build(third)) == nil)
        let ring = graph.add(task(third), waitingFor: .build(first))
        #expect(ring?.map { $0.waiter.build === first || $0.waiter.build === second } == [true, true])
    }

    @Test func `C3 a part of a build that waits makes the build wait`() {
        var graph = WaitGraph()
        let (first, second) = (makeBuild(), makeBuild())
        let (partOfFirst, partOfSecond) = (makeBuild(partOf: first), makeBuild(partOf: second))
        #expect(graph.add(task(partOfFirst), waitingFor: .build(second)) == nil)
        #expect(graph.add(task(partOfSecond), waitingFor: .build(first))?.count == 1)
    }

    @Test func `C3 a part may wait for what the build itself does not wait for`() {
        var graph = WaitGraph()
        let (first, second) = (makeBuild(), makeBuild())
        let partOfFirst = makeBuild(partOf: first)
        #expect(graph.add(task(first), waitingFor: .build(second)) == nil)
        #expect(graph.add(task(second), waitingFor: .build(partOfFirst)) == nil)
    }

    @Test func `C3 what a ring leads through stays as it was found, also where a run in it ends meanwhile`() {
        var graph = WaitGraph()
        let (first, second) = (makeBuild(), makeBuild())
        let part = makeBuild(partOf: first)
        #expect(graph.add(task(part), waitingFor: .build(second)) == nil)
        let ring = graph.add(task(second), waitingFor: .build(first))
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
        #expect(graph.add(task(first), waitingFor: .build(second)) == nil)
        #expect(graph.remove(task(first), waitingFor: .build(second))?.waiter.build === first)
        #expect(graph.remove(task(first), waitingFor: .build(second)) == nil)
        #expect(graph.add(task(second), waitingFor: .build(first)) == nil)
    }

    @Test func `C3 H3 threads that wait for each other's turns are a ring, of which the last sees all`() {
        var graph = WaitGraph()
        #expect(graph.add(thread(1), waitingFor: turn(of: 2)) == nil)
        #expect(graph.add(thread(2), waitingFor: turn(of: 3)) == nil)
        #expect(graph.add(thread(4), waitingFor: turn(of: 3)) == nil)
        #expect(graph.add(thread(3), waitingFor: turn(of: 1))?.map(\.waiter.thread) == [1, 2])
        #expect(graph.add(thread(3), waitingFor: turn(of: nil)) == nil)
    }

    @Test func `C3 H3 a thread with a turn and a factory that waits for it close a ring, whichever is the last`() {
        let build = makeBuild()
        let part = makeBuild(partOf: build)
        var graph = WaitGraph()
        #expect(graph.add(thread(2, inside: part), waitingFor: turn(of: 1)) == nil)
        #expect(graph.add(thread(1), waitingFor: .build(build))?.map(\.way.count) == [2])
        #expect(graph.add(thread(3), waitingFor: .build(build)) == nil)

        graph = WaitGraph()
        #expect(graph.add(thread(1), waitingFor: .build(build)) == nil)
        #expect(graph.add(thread(2, inside: part), waitingFor: turn(of: 1))?.map(\.waiter.thread) == [1])
    }

    @Test func `C3 H3 a ring may lead through a task that awaits, which holds up no thread`() {
        let (awaited, awaiting) = (makeBuild(), makeBuild())
        var graph = WaitGraph()
        #expect(graph.add(task(awaiting), waitingFor: .build(awaited)) == nil)
        #expect(graph.add(thread(2, inside: awaited), waitingFor: turn(of: 1)) == nil)
        #expect(graph.add(thread(1), waitingFor: .build(awaiting))?.count == 2)
    }

    @Test func `C3 H3 a thread's wait that is over closes no ring`() {
        let build = makeBuild()
        var graph = WaitGraph()
        #expect(graph.add(thread(2, inside: build), waitingFor: turn(of: 1)) == nil)
        #expect(graph.remove(thread(2, inside: build), waitingFor: turn(of: nil))?.waiter.thread == 2)
        #expect(graph.add(thread(1), waitingFor: .build(build)) == nil)
        #expect(graph.remove(thread(1), waitingFor: .build(build))?.waiter.thread == 1)
        #expect(graph.add(thread(2, inside: build), waitingFor: turn(of: 1)) == nil)
        #expect(build.waits == 1)
    }

    @Test func `C19 H3 who waits for a thread that waits for nobody is not compared with all the others that wait`() {
        var graph = WaitGraph()
        let questions = Locked(0)
        let busy = WaitGraph.Target.turn(
            ThreadTurn(isExclusive: true) {
                questions.withLock { $0 += 1 }
                return 1
            } name: {
                "a turn"
            })
        for number: CurrentThread.ID in 2...101 { #expect(graph.add(thread(number), waitingFor: busy) == nil) }
        #expect(questions.withLock { $0 } == 100)
        #expect(graph.add(thread(1), waitingFor: turn(of: 50))?.count == 1)
        #expect(graph.remove(thread(50), waitingFor: busy) != nil)
        #expect(graph.add(thread(1), waitingFor: turn(of: 50)) == nil)
    }
}
