/// A value that may go from one isolation to another although the compiler cannot see why: each use says it.
struct UncheckedSendable<Value>: @unchecked Sendable {  // See each use.
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
