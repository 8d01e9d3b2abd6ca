/// A synchronous factory that is running on this thread.
///
/// A thread keeps its frames in a list and uses them again, so entering a factory allocates nothing and needs no closure
/// around the call, which in generic code would cost more than the call.
@usableFromInline
struct Frame {
    var registration: Unmanaged<Registration>
    /// The nearest recorded run this one is part of: its own, where it is recorded itself.
    var build: Unmanaged<Build>?
    /// Whether `build` is this run's own.
    var isRecorded = false
    /// For the outermost frame on its thread: the build elsewhere that it is part of, or in which the handle was made that asks.
    var base: Unmanaged<Build>?
    /// The factory that is waiting for this one on the same thread.
    let previous: UnsafeMutablePointer<Frame>?
    /// The frame that is free to be used next.
    var next: UnsafeMutablePointer<Frame>?
    let thread: UnsafeMutablePointer<ThreadState>
    /// The instances of the outermost resolve's `.graph` registrations; only the outermost frame keeps them.
    var graph: GraphInstances?

    /// The outermost frame on this thread.
    static func outermost(of frame: UnsafeMutablePointer<Frame>) -> UnsafeMutablePointer<Frame> {
        var frame = frame
        while let previous = frame.pointee.previous { frame = previous }
        return frame
    }

    /// The frames from one up, the innermost first.
    static func chain(from top: UnsafeMutablePointer<Frame>?) -> some Sequence<UnsafeMutablePointer<Frame>> {
        sequence(state: top) { next in
            let frame = next
            next = frame?.pointee.previous
            return frame
        }
    }

    /// The runs from a frame up to the innermost recorded one, the outermost first.
    static func unrecorded(from top: UnsafeMutablePointer<Frame>?) -> [Registration] {
        guard let top, !top.pointee.isRecorded else { return [] }
        return chain(from: top).prefix { !$0.pointee.isRecorded }.map { $0.pointee.registration.takeUnretainedValue() }.reversed()
    }

    /// The `.graph` instances of the outermost resolve on a frame's thread; made where there are none yet.
    ///
    /// Under the lock.
    static func graph(of frame: UnsafeMutablePointer<Frame>) -> GraphInstances {
        let outermost = outermost(of: frame)
        if let graph = outermost.pointee.graph { return graph }
        let graph = GraphInstances()
        outermost.pointee.graph = graph
        return graph
    }

    /// Whether what is asked on this thread now is the affair of a factory that is not recorded, inside the recorded one.
    static var isPassedOn: Bool { ThreadState.current.pointee.top.map { !$0.pointee.isRecorded } ?? false }

    /// Ends the run.
    mutating func leave() {
        thread.pointee.top = previous
        if graph != nil { graph = nil }
    }
}

extension ThreadState {
    /// Starts a run on this thread.
    static func enter(
        _ registration: Unmanaged<Registration>, on thread: UnsafeMutablePointer<ThreadState>
    ) -> UnsafeMutablePointer<Frame> {
        let top = thread.pointee.top
        let known = top == nil ? thread.pointee.first : top.unsafelyUnwrapped.pointee.next
        let frame: UnsafeMutablePointer<Frame>
        if let known {
            frame = known
            frame.pointee.registration = registration
            frame.pointee.build = nil
            frame.pointee.isRecorded = false
            frame.pointee.base = nil
        } else {
            frame = UnsafeMutablePointer<Frame>.allocate(capacity: 1)
            frame.initialize(to: Frame(registration: registration, previous: top, thread: thread))
            if let top { top.pointee.next = frame } else { thread.pointee.first = frame }
        }
        thread.pointee.top = frame
        return frame
    }

    /// Whether a factory may still be entered on this thread's stack.
    ///
    /// A variable that is not on it at all, as under AddressSanitizer, says nothing, and counts as room.
    @inline(__always)
    var hasRoom: Bool {
        var here: UInt8 = 0
        return withUnsafePointer(to: &here) { UInt(bitPattern: $0) &- stackBottom >= stackReserve }
    }
}
