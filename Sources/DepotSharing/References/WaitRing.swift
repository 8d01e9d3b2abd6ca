internal import Depot

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// What threads wait to write to.
protocol WaitedFor: AnyObject, Sendable {
    /// The thread whose turn it is.
    var writer: WaitRing.Thread? { get }
    /// The type of the value, for a message.
    var writtenType: Any.Type { get }
}

/// Which thread waits to write what, so that threads that wait for each other are found.
///
/// Only a thread that has to wait comes here. It enters itself and looks for a ring in one step; so of the threads that
/// close a ring, the last one sees it.
final class WaitRing: Sendable {
    typealias Thread = UInt

    static let shared = WaitRing()

    private let waiting = Locked<[Thread: any WaitedFor]>([:])

    /// Enters a thread.
    ///
    /// - Returns: The types of the values in the ring that it closes, nil if it closes none.
    func wait(_ thread: Thread, for target: any WaitedFor) -> [Any.Type]? {
        waiting.withLock { waiting in
            waiting[thread] = target
            var types: [Any.Type] = []
            var next = target
            while types.count <= waiting.count {
                types.append(next.writtenType)
                guard let writer = next.writer else { return nil }
                if writer == thread { return types + [target.writtenType] }
                guard let further = waiting[writer] else { return nil }
                next = further
            }
            return nil
        }
    }

    func stopWaiting(_ thread: Thread) { _ = waiting.withLock { $0.removeValue(forKey: thread) } }

    static func currentThread() -> Thread {
        #if canImport(Glibc)
            pthread_self()
        #else
            UInt(bitPattern: pthread_self())
        #endif
    }
}
