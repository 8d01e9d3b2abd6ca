internal import Depot

/// What follows whatever a pointer points to.
final class Follower<Value: Sendable>: @unchecked Sendable {  // The `var` is only touched under the pointer's lock.
    let number = StoreNumber.next()
    let attach: Attach<Value>
    let wake: @Sendable () -> Void
    var subscription: SharedSubscription

    init(_ attach: @escaping Attach<Value>, wake: @escaping @Sendable () -> Void, _ subscription: SharedSubscription) {
        self.attach = attach
        self.wake = wake
        self.subscription = subscription
    }
}

/// Attaches a follower to what a pointer was turned to, in its turn of that number.
typealias Attach<Value: Sendable> = @Sendable (_ reference: any Reference<Value>, _ turn: Int) -> SharedSubscription

/// Gives a sink the values of one reference, while the pointer that the sink follows is turned to it.
///
/// Between turning a pointer and attaching the sink a thread may be overtaken by another one that turns it. What it attaches gives nothing.
final class TurnSink<Value: Sendable>: Sink {
    private let sink: any Sink<Value>
    private let turn: Int
    private let state: Locked<PointerState>

    init(_ sink: any Sink<Value>, turn: Int, _ state: Locked<PointerState>) {
        self.sink = sink
        self.turn = turn
        self.state = state
    }

    func push(_ value: @escaping @Sendable () -> Value?) {
        state.withLock { if $0.turn == turn { sink.push(value) } }
    }

    func begin() { state.withLock { if $0.turn == turn { sink.begin() } } }

    func wake() { sink.wake() }
}
