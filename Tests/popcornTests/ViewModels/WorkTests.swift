import Observation
import Synchronization
import Testing

@testable import popcorn

@MainActor
struct WorkTests {
    @Test func `it ends with what came of the work, and can begin again`() async throws {
        let work = Work<Int>()
        let problem = Problem(.unreachable, "It is down.", at: "here", fix: "wait.")
        await work.run { () throws(Problem) in throw problem }
        #expect(throws: problem) { try work.phase.value }
        await work.run { 1 }
        #expect(try work.phase.value == 1)
    }

    @Test func `what is asked for while it works does not begin`() async throws {
        let work = Work<Int>()
        await work.run {
            await work.run { 2 }
            return 1
        }
        #expect(try work.phase.value == 1)
    }

    @Test func `whoever shows its phase is told of each change`() async {
        let work = Work<Int>()
        let isTold = Mutex(false)
        withObservationTracking {
            _ = work.phase
        } onChange: {
            isTold.withLock { $0 = true }
        }
        await work.run { 1 }
        #expect(isTold.withLock { $0 })
    }
}
