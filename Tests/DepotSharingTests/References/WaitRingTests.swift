import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Observation
import Testing

/// Waits until a thread has signalled its end, and gives up after ten minutes.
private func end(of semaphore: DispatchSemaphore) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        Thread.detachNewThread {
            let isOver = semaphore.wait(timeout: .now() + 600) == .success
            continuation.resume(with: isOver ? .success(()) : .failure(Failure()))
        }
    }
}

@Suite struct WaitRingTests {
    @Test func `H3 writes inside each other in two orders stop with the reason`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let number = Shared(value: 1)
            let text = Shared(value: "")
            let ends = DispatchSemaphore(value: 0)
            let inNumber = DispatchSemaphore(value: 0)
            let inText = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                number.withLock { value in
                    inNumber.signal()
                    inText.wait()
                    text.withLock { $0 += "\(value)" }
                }
                ends.signal()
            }
            Thread.detachNewThread {
                text.withLock { value in
                    inText.signal()
                    inNumber.wait()
                    number.withLock { $0 += value.count }
                }
                ends.signal()
            }
            for _ in 0..<2 { try await end(of: ends) }
        }
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self).contains(
                "Depot: shared values are written inside each other in different orders, and their threads would wait for ever."))
    }
}
