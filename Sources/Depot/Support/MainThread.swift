#if canImport(Darwin)
    import Darwin
#else
    import Dispatch
#endif

/// Whether this code runs where the main actor runs.
///
/// On Apple platforms that is the main thread. On Linux the main queue leaves the main thread as soon as an
/// `async` main function suspends, so the queue itself is asked.
@usableFromInline
enum MainThread {
    #if canImport(Darwin)
        static var isCurrent: Bool { pthread_main_np() != 0 }
    #else
        static var isCurrent: Bool {
            @inline(never) get { isMarked && DispatchQueue.getSpecific(key: mark) != nil }
        }

        private static let mark = DispatchSpecificKey<Void>()
        private static let isMarked: Bool = {
            DispatchQueue.main.setSpecific(key: mark, value: ())
            return true
        }()
    #endif

    /// Calls a main-actor function from code that has asked ``isCurrent``.
    ///
    /// `MainActor.assumeIsolated` would do, were its result not required to be `Sendable`.
    @inlinable
    static func run<Result>(_ body: @MainActor () throws -> Result) rethrows -> Result {
        typealias Plain = () throws -> Result
        return try withoutActuallyEscaping(body) { body in
            // The two types differ only in isolation, which has no representation; the caller is on the main actor.
            try unsafeBitCast(body, to: Plain.self)()
        }
    }
}
