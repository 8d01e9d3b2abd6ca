/// A value that may go from one isolation to another although the compiler cannot see why.
///
/// A service that is made for the caller alone need not be `Sendable`: it has no other owner. One that the main actor shares is confined there
/// by its own type, or else is the app's to keep there. Any other use says why.
struct UncheckedSendable<Value>: @unchecked Sendable {  // See above.
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
