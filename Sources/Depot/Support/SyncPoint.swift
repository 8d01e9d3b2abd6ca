#if DEBUG || DEPOT_SCHEDULES
    import Synchronization

    /// A place in the core where a test may make a thread wait, to try an order of events that would seldom come by chance.
    ///
    /// A debug build has them, and a release build that is compiled with `-D DEPOT_SCHEDULES`; elsewhere there are none. They are outside
    /// every lock. The idea is that of CHESS (Musuvathi, Qadeer et al., "Finding and Reproducing Heisenbugs in Concurrent Programs", OSDI
    /// 2008).
    enum SyncPoint: Sendable {
        /// The thread is about to decide something under a lock: a claim, the end of a run, a registration, a replacement, an end.
        case decides
        /// It has decided, and does outside the lock what is left to be done.
        case decided
        /// It is about to block until the object fires. The observer returns at once.
        case waits(ObjectIdentifier)
        /// What it waited for has fired.
        case woken(ObjectIdentifier)
        /// It lets those go who wait for the object.
        case wakes(ObjectIdentifier)
        /// It has run an async factory to its end and woken those who wait, and its task is about to end.
        case ends

        private static let isObserved = Atomic<Bool>(false)
        private static let observer = Locked<Observer?>(nil)

        /// The closure in a type of its own: as a generic value it would be wrapped once more each time it is read.
        private struct Observer: Sendable {
            let tell: @Sendable (SyncPoint) -> Void
        }

        /// Has every thread that comes to a point tell a test.
        static func observe(_ tell: @escaping @Sendable (SyncPoint) -> Void) {
            observer.withLock { $0 = Observer(tell: tell) }
            isObserved.store(true, ordering: .releasing)
        }

        /// Tells that the thread has come here.
        func reach() {
            guard Self.isObserved.load(ordering: .acquiring) else { return }
            Self.observer.withLock { $0 }?.tell(self)
        }
    }
#endif
