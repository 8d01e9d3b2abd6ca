/// A synchronous factory that is running on this thread, on the stack of the call that runs it.
@usableFromInline
struct Frame {
    @usableFromInline let registration: Unmanaged<Registration>
    /// The nearest recorded run this one is part of: its own, where it is recorded itself.
    var build: Unmanaged<Build>?
    /// Whether `build` is this run's own.
    var isRecorded = false
    /// For the outermost frame on its thread: the build elsewhere that it is part of.
    var base: Unmanaged<Build>?
    /// The factory that is waiting for this one on the same thread.
    var previous: UnsafeMutablePointer<Frame>?
    var thread: UnsafeMutablePointer<ThreadState>?
    /// The instances of the outermost resolve's `.graph` registrations; only the outermost frame keeps them.
    var graph: GraphInstances?

    @usableFromInline
    init(_ registration: Unmanaged<Registration>) {
        self.registration = registration
    }

    func leave() {
        thread.unsafelyUnwrapped.pointee.top = previous
    }

    /// The outermost frame on this thread.
    static func outermost(of frame: UnsafeMutablePointer<Frame>) -> UnsafeMutablePointer<Frame> {
        var frame = frame
        while let previous = frame.pointee.previous { frame = previous }
        return frame
    }
}
