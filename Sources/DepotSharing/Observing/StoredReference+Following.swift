internal import Depot

extension StoredReference {
    func moment() -> Moment<Value> { control.withLock { _ in Moment(value: value, untold: untold) } }

    func withNode<Result>(_ body: (PartNode<Value>) -> Result?) -> Result {
        while true {
            guard let result = body(root) else { continue }  // A node has left the tree meanwhile.
            control.withLock { $0.isFollowed = true }
            return result
        }
    }

    func touch() {
        root.touch(observed)
        observed.changed()
        observed.statusChanged()
    }

    /// Enters a change that those who follow parts have to be told of; under the lock.
    func noteChange(from before: Value) { untold.append(Change(before: before, after: value)) }

    /// Tells those who follow the values or parts; they see the new value already.
    ///
    /// One thread at a time tells, in the order of the changes; another one leaves its change to it.
    func tellFollowers() {
        let sinks = control.withLock { _ in self.sinks }
        for sink in sinks { sink.wake() }
        while let change = nextUntold() {
            root.tell(change, observed)
            let told = control.withLock { control -> Change<Value>? in
                isTelling = false
                control.isFollowed = !self.sinks.isEmpty || root.isFollowed
                return untold.isEmpty ? nil : untold.removeFirst()
            }
            withExtendedLifetime(told) {}  // Released outside the lock.
        }
    }

    private func nextUntold() -> Change<Value>? {
        control.withLock { _ in
            guard !isTelling, let change = untold.first else { return nil }
            isTelling = true
            return change
        }
    }
}

// MARK: - The values, one by one

extension StoredReference {
    func attach(_ sink: any Sink<Value>) -> SharedSubscription {
        control.withLock { control in
            let value = value
            sink.push { value }
            sinks.append(sink)
            control.isFollowed = true
        }
        return SharedSubscription { [weak self] in self?.detach(sink) }
    }

    private func detach(_ sink: any Sink<Value>) {
        control.withLock { control in
            sinks.removeAll { $0 === sink }
            control.isFollowed = !sinks.isEmpty || root.isFollowed
        }
    }
}
