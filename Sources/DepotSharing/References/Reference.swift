/// What a shared property points to: a value that is read and written in one place.
///
/// There are those that hold the value (``StoredReference``) and those that show a part of another one.
protocol Reference<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable

    /// What it is a part of: the pointer to that, what that points to, and so on.
    var wholes: [any AnyObject & Sendable] { get }

    /// The same value as part of what a pointer among the ``wholes`` points to now, wherever it is turned later.
    func pinned(at pointer: AnyObject) -> any Reference<Value>

    /// The value now; nobody is told that it was read.
    var current: Value { get }

    /// The value now, read for whoever observes the reader.
    func read() -> Value

    /// Notes for the observation under way that it depends on the last value of a part that can be missing, now or later.
    func noteReadOfLast()

    /// Gives the value to a closure that may change it, with the store that it is in; what it did counts if it returns true.
    func write(_ body: (inout Value, AnyStoredReference) -> Bool)

    /// The greatest number of a turn of the pointers that it is a part of; greater once one of them is turned.
    var latestTurn: Int { get }

    /// How often an element that it is, or lies in, got another identity: who enters its node meanwhile may be in that of the identity before.
    var renames: Int { get }

    /// The value now, with what is still being told.
    func moment() -> Moment<Value>

    /// What holds the value, or the one that it is a part of.
    var store: AnyStoredReference { get }

    /// How loading and saving stand, for whoever observes the reader.
    func readStatus() -> Status

    /// Gives the node of those who follow the value to a closure that enters somebody there.
    ///
    /// The closure returns nil where the node has left its tree meanwhile; then it is called again with another one.
    func withNode<Result>(_ body: (PartNode<Value>) -> Result?) -> Result

    /// Calls a closure with what holds the value and what reads it there, now and each time that what it is a part of is turned.
    func follow(_ attach: @escaping Follow<Value>) -> SharedSubscription

    /// Calls a closure with what the value is written to while it, or what it is a part of, is missing; nil where that cannot be.
    ///
    /// It is called in the turn to write, with the version that the whole has then.
    func followLast(_ take: @escaping LastWritten<Value>) -> SharedSubscription?

    /// Puts the value and every later one into a sink, until the subscription ends.
    func attach(_ sink: any Sink<Value>) -> SharedSubscription

    /// Loads the value again.
    func reload() async throws
}

/// Begins to follow a value in one store, until the subscription ends; `read` reads it there, whatever is turned later.
///
/// `turn` is the number of the latest turn that led there.
typealias Follow<Value> =
    @Sendable (_ store: AnyStoredReference, _ turn: Int, _ read: @escaping @Sendable () -> Value) -> SharedSubscription

/// Takes what a part that is missing is written to.
///
/// Returns what was before, which is released outside the turn to write.
typealias LastWritten<Value> = @Sendable (_ value: Value, _ version: Int) -> (any Sendable)?

/// How the loading and saving of a value stand.
struct Status: Sendable {
    var isLoading = false
    var loadError: (any Error)?
    var saveError: (any Error)?
}

/// The steps from a value to a part of it.
enum Part {
    /// One step.
    struct Step: Hashable, @unchecked Sendable {  // The initializers take what is Sendable.
        let base: AnyHashable

        init(_ base: some Hashable & Sendable) { self.base = AnyHashable(base) }

        /// - Parameter id: The identity of an element that is itself `Sendable`, and so gives it to any thread.
        init(ofElement id: AnyHashable) { base = id }
    }
}

/// Takes the values of a reference, in order.
protocol Sink<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable

    /// Takes a value, or what will give it; called under the lock of the reference, so it only keeps it.
    func push(_ value: @escaping @Sendable () -> Value?)

    /// What is pushed next is of another place, and no change of what came before; called as `push` is.
    func begin()

    /// Called after each push, outside any lock.
    func wake()
}

extension Sink {
    func begin() {}

    /// Takes the last value of a part that is missing: neither is it a change of what came before, nor what comes next one of it.
    func pushLast(_ value: @escaping @Sendable () -> Value?) {
        begin()
        push(value)
        begin()
    }
}

/// Says of two values whether they differ; of those that cannot be compared, by their bytes where these are all there is, and else always: an
/// object may have changed inside.
func differ<Value>(_ a: Value, _ b: Value) -> Bool {
    func compare<Known: Equatable>(_ a: Known) -> Bool { (b as? Known).map { $0 != a } ?? true }
    if let a = a as? any Equatable { return compare(a) }
    guard _isPOD(Value.self) else { return true }
    return withUnsafeBytes(of: a) { a in withUnsafeBytes(of: b) { b in !a.elementsEqual(b) } }
}
