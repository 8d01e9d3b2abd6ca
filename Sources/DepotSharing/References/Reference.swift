/// What a shared property points to: a value that is read and written in one place.
///
/// There are those that hold the value (``StoredReference``) and those that show a part of another one.
protocol Reference<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable

    /// The value now; nobody is told that it was read.
    var current: Value { get }

    /// The value now, read for whoever observes the reader.
    func read() -> Value

    /// Gives the value to a closure that may change it; what it did counts if it returns true.
    func write(_ body: (inout Value) -> Bool)

    /// Takes note that a reader observes a part of the value.
    func observe(_ part: Part, _ hasChanged: @escaping @Sendable (Value, Value) -> Bool)

    /// Puts the value and every later one into a sink, until the subscription ends.
    func attach(_ sink: any Sink<Value>) -> SharedSubscription

    /// Tells all observers to look again.
    func touch()

    /// How loading and saving stand.
    var status: Status { get }

    /// The same, for whoever observes the reader.
    func readStatus() -> Status

    /// Loads the value again.
    func reload() async throws

    /// Waits until every write so far is saved.
    func save() async throws
}

/// How the loading and saving of a value stand.
struct Status: Sendable {
    var isLoading = false
    var loadError: (any Error)?
    var saveError: (any Error)?
}

/// Which part of a value: the steps from the whole to it, none for the whole.
struct Part: Hashable, Sendable {
    private var steps: [Step]

    struct Step: Hashable, @unchecked Sendable {  // The only initializer takes what is Sendable.
        private let base: AnyHashable
        init(_ base: some Hashable & Sendable) { self.base = AnyHashable(base) }
    }

    init(_ step: Step) { steps = [step] }

    /// This part of a value, seen from what that value is a part of.
    func inside(_ step: Step) -> Part {
        var part = self
        part.steps.insert(step, at: 0)
        return part
    }
}

/// Takes the values of a reference, in order.
protocol Sink<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable

    /// Takes a value, or what will give it; called under the lock of the reference, so it only keeps it.
    func push(_ value: @escaping @Sendable () -> Value?)

    /// Called after each push, outside any lock.
    func wake()
}

/// Says of two values whether they differ; of those that cannot be compared, always.
func differ<Value>(_ a: Value, _ b: Value) -> Bool {
    func compare<Known: Equatable>(_ a: Known) -> Bool { (b as? Known).map { $0 != a } ?? true }
    guard let a = a as? any Equatable else { return true }
    return compare(a)
}
