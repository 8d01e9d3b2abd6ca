#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@testable import Depot  // `SyncPoint` alone.

/// Tells a test which points of the core a thread comes to.
///
/// There is one observer for the process, so it is set here alone.
enum Points {
    /// What is told of one thread's points.
    typealias Observer = @Sendable (SyncPoint) -> Void

    private final class Listener: Sendable {
        let observer: Observer

        init(_ observer: @escaping Observer) {
            self.observer = observer
        }
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// Once for the process: threads that nobody observes are left alone.
    private static let observeAll: Void = SyncPoint.observe { point in
        guard let raw = pthread_getspecific(key) else { return }
        Unmanaged<Listener>.fromOpaque(raw).takeUnretainedValue().observer(point)
    }

    /// Runs a body on the calling thread and tells of the points that the thread comes to meanwhile.
    static func observe(by observer: @escaping Observer, _ body: () -> Void) {
        observeAll
        let listener = Listener(observer)
        withExtendedLifetime(listener) {
            pthread_setspecific(key, Unmanaged.passUnretained(listener).toOpaque())
            body()
            pthread_setspecific(key, nil)
        }
    }
}

/// Threads of which a test wants to know whether they wait for what another thread makes.
final class Waiters: Sendable {
    private let gate = Gate()

    /// Starts a thread that the caller joins.
    func startThread(_ body: @escaping @Sendable () -> Void) -> ThreadID {
        DepotTests.startThread { [gate] in
            let waits = Counter()
            Points.observe {
                if case .waits = $0, waits.increment() == 1 { gate.open() }
            } _: {
                body()
            }
            if waits.value == 0 { gate.open() }
        }
    }

    /// Returns when so many of the threads wait, or are done without having waited.
    func pass(_ count: Int) {
        for _ in 0..<count { gate.pass() }
    }
}

/// A thread that stops before one of its decisions, until it is told to go on.
final class StoppedThread: Sendable {
    private let stopped = Gate()
    private let mayGoOn = Gate()
    private let thread = Locked<ThreadID?>(nil)

    /// Starts it, and returns when it has stopped, or is over with fewer decisions.
    ///
    /// - Parameters:
    ///   - number: Before which of its decisions, from 1 on.
    ///   - body: What it does.
    init(before number: Int, _ body: @escaping @Sendable () -> Void) {
        let (stopped, mayGoOn, decisions) = (stopped, mayGoOn, Counter())
        let started = startThread {
            Points.observe {
                guard case .decides = $0, decisions.increment() == number else { return }
                stopped.open()
                mayGoOn.pass()
            } _: {
                body()
            }
            if decisions.value < number { stopped.open() }
        }
        thread.withLock { $0 = started }
        stopped.pass()
    }

    /// Lets it go on, and waits for its end.
    func goOn() {
        mayGoOn.open()
        if let thread = thread.withLock({ $0.take() }) { join(thread) }
    }
}
