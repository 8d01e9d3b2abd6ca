#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A thread of its own, for what the running thread has no stack left for.
enum RoomyThread {
    /// Runs a function on a thread with a stack of 512 KiB, or where none can be started on this one, and waits for it.
    static func run<Result>(_ body: () -> Result) -> Result {
        var result: Result?
        withoutActuallyEscaping({ result = body() }) { escaping in
            let work = Work(escaping)
            if !run(work) { work.body() }
        }
        return result.unsafelyUnwrapped
    }

    /// Runs work on a thread and waits for it; says whether there was a thread.
    private static func run(_ work: Work) -> Bool {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { attributes.deallocate() }
        guard pthread_attr_init(attributes) == 0 else { return false }
        defer { pthread_attr_destroy(attributes) }
        pthread_attr_setstacksize(attributes, 512 << 10)
        // The work is kept by the caller until the thread has ended.
        let argument = Unmanaged.passUnretained(work).toOpaque()
        #if canImport(Darwin)
            var thread: pthread_t?
            guard pthread_create(&thread, attributes, { Work.run($0) }, argument) == 0, let thread else { return false }
        #else
            var thread = pthread_t()
            guard pthread_create(&thread, attributes, { $0.flatMap(Work.run) }, argument) == 0 else { return false }
        #endif
        pthread_join(thread, nil)
        return true
    }

    private final class Work {  // Run once, by one thread while the other waits for it.
        let body: () -> Void

        init(_ body: @escaping () -> Void) {
            self.body = body
        }

        static func run(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
            Unmanaged<Work>.fromOpaque(work).takeUnretainedValue().body()
            return nil
        }
    }
}
