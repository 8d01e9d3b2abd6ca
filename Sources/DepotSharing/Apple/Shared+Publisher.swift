#if canImport(Combine)
    public import Combine
    internal import Depot

    extension Shared {
        /// The present value, then each later one; on whatever thread writes.
        public var publisher: some Publisher<Value, Never> { SharedPublisher(pointer: pointer) }
    }

    extension SharedReader {
        /// The present value, then each later one; on whatever thread writes.
        public var publisher: some Publisher<Value, Never> { SharedPublisher(pointer: pointer) }
    }

    /// Publishes what `values` gives.
    private struct SharedPublisher<Value: Sendable>: Publisher {
        typealias Output = Value
        typealias Failure = Never
        let pointer: Pointer<Value>

        func receive<S: Subscriber<Value, Never>>(subscriber: S) {
            let subject = PassthroughSubject<Value, Never>()
            let sink = SubjectSink(subject)
            let subscription = pointer.attach(sink)
            subject.handleEvents(receiveCancel: { subscription.cancel() }).receive(subscriber: subscriber)
            sink.wake()
        }
    }

    /// Sends what is pushed to a subject, outside the lock.
    private final class SubjectSink<Value: Sendable>: Sink {
        private let feed = PendingValues<Value>()
        private let subject: SubjectBox<Value>

        init(_ subject: PassthroughSubject<Value, Never>) { self.subject = SubjectBox(subject: subject) }

        func push(_ value: @escaping @Sendable () -> Value?) { feed.push(value) }

        func wake() { feed.drain { [subject] in subject.subject.send($0) } }
    }

    private struct SubjectBox<Value>: @unchecked Sendable {  // Combine's subjects may be sent to from any thread.
        let subject: PassthroughSubject<Value, Never>
    }

    /// Values that were pushed under a lock, handed on outside it: by one thread at a time, so in order.
    private final class PendingValues<Value: Sendable>: Sendable {
        private let state = Locked(State())

        private struct State {
            var values: [@Sendable () -> Value?] = []
            var isDraining = false
        }

        func push(_ value: @escaping @Sendable () -> Value?) { state.withLock { $0.values.append(value) } }

        /// Hands on what is there, unless another thread is at it, which then does it.
        func drain(_ body: (Value) -> Void) {
            while let batch = next() {
                for value in batch { if let value = value() { body(value) } }
                state.withLock { $0.isDraining = false }
            }
        }

        private func next() -> [@Sendable () -> Value?]? {
            state.withLock { state in
                guard !state.isDraining, !state.values.isEmpty else { return nil }
                state.isDraining = true
                defer { state.values = [] }
                return state.values
            }
        }
    }
#endif
