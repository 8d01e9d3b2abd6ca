/// A synchronous factory that is running on this thread, on the stack of the call that runs it.
struct Frame {
    let registration: Unmanaged<Registration>
    /// The nearest recorded run this one is part of: its own, where it is recorded itself.
    let build: Unmanaged<Build>?
    /// Whether `build` is this run's own.
    let isRecorded: Bool
    /// For the outermost frame on its thread: the build elsewhere that it is part of.
    let base: Unmanaged<Build>?
    /// The factory that is waiting for this one on the same thread.
    let previous: UnsafeMutablePointer<Frame>?
    /// The instances of the outermost resolve's `.graph` registrations; only the outermost frame keeps them.
    var graph: GraphInstances?

    /// The outermost frame on this thread.
    static func outermost(of frame: UnsafeMutablePointer<Frame>) -> UnsafeMutablePointer<Frame> {
        var frame = frame
        while let previous = frame.pointee.previous { frame = previous }
        return frame
    }
}
