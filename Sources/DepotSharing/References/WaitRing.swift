internal import Depot
internal import Foundation

/// Which thread waits to write what, so that threads that wait for each other are found.
///
/// Only a thread that has to wait comes here. It enters itself and looks for a ring in one step; so of the threads that
/// close a ring, the last one sees it.
final class WaitRing: Sendable {
    typealias Thread = UInt

    static let shared = WaitRing()

    private struct Wait: Sendable {
        let thread: Thread
        let target: AnyStoredReference
    }

    private let waits = Locked<[Wait]>([])

    /// Enters a thread.
    ///
    /// - Returns: The types of the values in the ring that it closes, nil if it closes none.
    func wait(_ thread: Thread, for target: AnyStoredReference) -> [Any.Type]? {
        waits.withLock { waits in
            waits.append(Wait(thread: thread, target: target))
            var types: [Any.Type] = []
            var next = target
            while types.count <= waits.count {
                types.append(next.valueType)
                guard let writer = next.writer else { return nil }
                if writer == thread { return types + [target.valueType] }
                guard let further = waits.first(where: { $0.thread == writer }) else { return nil }
                next = further.target
            }
            return nil
        }
    }

    func stopWaiting(_ thread: Thread) {
        let ended = waits.withLock { waits in
            waits.firstIndex { $0.thread == thread }.map { waits.remove(at: $0) }
        }
        withExtendedLifetime(ended) {}  // Released outside the lock.
    }

    static func currentThread() -> Thread {
        #if canImport(Glibc)
            pthread_self()
        #else
            UInt(bitPattern: pthread_self())
        #endif
    }
}
