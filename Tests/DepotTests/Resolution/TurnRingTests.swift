import Dispatch
import Foundation
import Testing

@testable import Depot

/// What one thread has and others wait for, as the turn to write a shared value.
@Suite struct TurnRingTests {
    @Test(.timeLimit(.minutes(15)))
    func `C3 a thread that has a turn and resolves what waits for that turn is in a cycle, whichever comes last`() {
        struct InRing: Error {
            let path: String
        }
        for isAlone in [true, false] {
            let container = Container()
            let holder = CurrentThread.id
            let turn = ThreadTurn(isExclusive: true, holder: { holder }, name: { "a turn" })
            let (isMaking, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            container.register(Int.self, .singleton) { _ in
                isMaking.signal()
                if let ring = WaitGraph.wait(for: turn, { isOver.wait() }) {
                    throw InRing(path: ring.path.map(\.name).joined(separator: " → "))
                }
                return 1
            }
            container.register(String.self, .singleton) { "\(try $0.resolve(Int.self))" }
            let hasEnded = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                _ = isAlone ? (try? container.tryResolve(Int.self)).map(String.init) : try? container.tryResolve(String.self)
                hasEnded.signal()
            }
            isMaking.wait()
            do throws(ResolutionError) {
                _ = try container.tryResolve(Int.self)
                Issue.record("The factory has not waited.")
            } catch {
                let path = (error.diagnosis.underlying as? InRing)?.path ?? error.diagnosis.path.map(\.name).joined(separator: " → ")
                #expect(["Int → a turn → Int", "a turn → Int → a turn"].contains(path))
            }
            isOver.signal()
            hasEnded.wait()
        }
    }

    @Test func `C3 H3 the way around has the runs between the service that is waited for and the one that waits for a turn`() throws {
        let container = Container()
        let other = WaitGraph.Waiter(thread: .max, build: nil)
        container.register(Int.self, .singleton) { _ in
            let turn = ThreadTurn(isExclusive: true, holder: { .max }, name: { "a turn" })
            let ring = WaitGraph.wait(for: turn) { Issue.record("It waits.") }
            #expect(ring?.path.map(\.name) == ["a turn", "Double", "String", "Int", "a turn"])
            return 1
        }
        container.register(String.self) { "\(try $0.resolve(Int.self))" }
        container.register(Double.self, .singleton) { resolver in
            let build = try #require(resolver.build)
            #expect(WaitGraph.add(other, waitingFor: .build(build)) == nil)
            defer { WaitGraph.remove(other, waitingFor: .build(build)) }
            return Double(try resolver.resolve(String.self)) ?? 0
        }
        #expect(try container.tryResolve(Double.self) == 1)
    }
}
