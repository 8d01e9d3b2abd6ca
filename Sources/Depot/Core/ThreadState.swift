#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
import Synchronization

/// What Depot keeps for each thread: the synchronous factories that are running on it, and where its stack ends.
///
/// Only factories that run *now* on this thread are listed, so what is found here is certain to be nested in them.
/// Who waits for whom is never told by the thread: see ``Build``.
@usableFromInline
struct ThreadState {
    /// The innermost running factory.
    var top: UnsafeMutablePointer<Frame>?
    /// The first of the frames that are kept for use.
    var first: UnsafeMutablePointer<Frame>?
    /// Tells threads apart; counted from 0.
    let number = ThreadState.count.add(1, ordering: .relaxed).oldValue
    private static let count = Atomic<Int>(0)
    /// What the thread makes without a build; made when it is first needed, and released with the thread.
    private var unseenRun: UnseenRun?
    /// The innermost of such runs that is under way.
    var runUnderWay: Unmanaged<UnseenRun>?  // `unseenRun`, or kept by that.
    /// Whether it is unseen, for all that the thread knows.
    var isUnseen = false
    /// The assembly that is registering.
    var assembly: Unmanaged<RegisteringAssembly>?  // Held by its caller for as long.
    /// What instances that have gone were made from, and that is yet to be released.
    private var unreleased: [[DependencyList.Element]] = []
    /// The instances that are going.
    private var releases = 0
    #if DEBUG
        /// How many locks of families and of their scopes it holds.
        var locks = 0
    #endif
    /// The lowest address of the stack, and how much above it is left to what a factory itself does.
    let stackBottom: UInt
    let stackReserve: UInt

    /// The state of the running thread.
    ///
    /// About 2 ns.
    static var current: UnsafeMutablePointer<ThreadState> {
        if let raw = pthread_getspecific(key) { return raw.assumingMemoryBound(to: ThreadState.self) }
        return makeCurrent()
    }

    /// The state of the running thread, or nil where it has not run a factory yet.
    static var known: UnsafeMutablePointer<ThreadState>? { pthread_getspecific(key)?.assumingMemoryBound(to: ThreadState.self) }

    /// Where the state of each thread is kept.
    ///
    /// A variable with a constant initial value: a lazily initialized constant costs a `swift_once` at each access, which was a tenth of c for
    /// a settled singleton (1.01 c, then 0.92). `Family.init` sets it.
    private nonisolated(unsafe) static var key = pthread_key_t.max  // Written once, before the first family of the process is there.

    /// Creates the key, once in the process.
    static let prepare: Void = {
        var made = pthread_key_t()
        let code = pthread_key_create(&made) { raw in
            #if canImport(Darwin)
                ThreadState.free(raw)
            #else
                if let raw { ThreadState.free(raw) }
            #endif
        }
        if code != 0 { fatalError("Depot: thread-local storage could not be made (error \(code)).") }
        key = made
    }()

    /// Frees a thread's state when the thread ends.
    private static func free(_ raw: UnsafeMutableRawPointer) {
        let state = raw.assumingMemoryBound(to: ThreadState.self)
        var frame = state.pointee.first
        while let now = frame {
            frame = now.pointee.next
            now.deinitialize(count: 1)
            now.deallocate()
        }
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Keeps what an instance that goes was made from, for it to be released when the instance has gone: see ``endRelease()``.
    ///
    /// One link after the other: an instance that goes with it puts what *it* was made from in the same list, so a chain of any length fits on
    /// the stack.
    static func beginRelease(of elements: consuming [DependencyList.Element]) {
        let thread = current
        thread.pointee.releases += 1
        // Moved: a second reference to the list would release the rest of it in one recursion.
        if !elements.isEmpty { thread.pointee.unreleased.append(consume elements) }
    }

    /// Releases what was kept on this thread, at the end of the outermost instance that goes.
    static func endRelease() {
        let thread = current
        thread.pointee.releases -= 1
        guard thread.pointee.releases == 0, !thread.pointee.unreleased.isEmpty else { return }
        thread.pointee.releases = 1
        while let element = popUnreleased(of: thread) { withExtendedLifetime(element) {} }
        // A short list is used again.
        if thread.pointee.unreleased.capacity > 16 { thread.pointee.unreleased = [] }
        thread.pointee.releases = 0
    }

    /// Takes out the last of what is to be released; before it goes, because more may be added when it does.
    private static func popUnreleased(of thread: UnsafeMutablePointer<ThreadState>) -> DependencyList.Element? {
        while let last = thread.pointee.unreleased.indices.last {
            if let element = thread.pointee.unreleased[last].popLast() { return element }
            thread.pointee.unreleased.removeLast()
        }
        return nil
    }

    /// The run of a thread, for its own use, made where there is none yet.
    static func unseenRun(of thread: UnsafeMutablePointer<ThreadState>) -> Unmanaged<UnseenRun> {
        if let run = thread.pointee.unseenRun { return .passUnretained(run) }
        let run = UnseenRun()
        thread.pointee.unseenRun = run
        return .passUnretained(run)
    }

    /// Whether anyone but the thread has its run.
    static func isUnseenRunHeld(on thread: UnsafeMutablePointer<ThreadState>) -> Bool {
        thread.pointee.unseenRun != nil && !isKnownUniquelyReferenced(&thread.pointee.unseenRun)
    }

    /// Leaves the run of a thread to those who have it.
    static func forgetUnseenRun(on thread: UnsafeMutablePointer<ThreadState>) { thread.pointee.unseenRun = nil }

    @inline(never)
    private static func makeCurrent() -> UnsafeMutablePointer<ThreadState> {
        let state = UnsafeMutablePointer<ThreadState>.allocate(capacity: 1)
        let (bottom, reserve) = lowestAddresses()
        state.initialize(to: ThreadState(stackBottom: bottom, stackReserve: reserve))
        pthread_setspecific(key, state)
        return state
    }

    /// Leaves a quarter of the stack, at most 128 KiB, to what a factory itself does, and at least 64 KiB: making up a generic type for the
    /// first time takes the runtime up to 40 KiB, and telling an error as much.
    ///
    /// A stack that is smaller than that has no room for any factory.
    private static func lowestAddresses() -> (bottom: UInt, reserve: UInt) {
        #if canImport(Darwin)
            let thread = pthread_self()
            let size = pthread_get_stacksize_np(thread)
            let bottom = UInt(bitPattern: pthread_get_stackaddr_np(thread)) - UInt(size)
        #else
            // Declared only under `_GNU_SOURCE`, which Swift does not import; so it is looked up by name.
            typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32
            guard let symbol = dlsym(nil, "pthread_getattr_np") else { return (0, 0) }
            // The symbol has this signature in glibc and musl.
            let getAttributes = unsafeBitCast(symbol, to: GetAttributes.self)
            var attributes = pthread_attr_t()
            guard getAttributes(pthread_self(), &attributes) == 0 else { return (0, 0) }
            defer { pthread_attr_destroy(&attributes) }
            var base: UnsafeMutableRawPointer?
            var size = 0
            guard pthread_attr_getstack(&attributes, &base, &size) == 0 else { return (0, 0) }
            let bottom = UInt(bitPattern: base)
        #endif
        return (bottom, UInt(max(64 << 10, min(size / 4, 128 << 10))))
    }
}
