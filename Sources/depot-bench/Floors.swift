import Synchronization

/// `c`, the unit of all ratios, is what the plainest service locator does: lock, look up in a `[ObjectIdentifier: AnyObject]`,
/// downcast, retain, unlock.
///
/// The lock is `Synchronization.Mutex`, the cheapest there is when nobody contends for it. The method is generic and not
/// specialized, as one that stands in another module is.
final class LockedDictionary: Sendable {
    private let boxes = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])

    private final class Box<Value: Sendable>: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    func set<Value: Sendable>(_ value: Value, as type: Value.Type) {
        boxes.withLock { $0[ObjectIdentifier(type)] = Box(value) }
    }

    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    func resolve<Value: Sendable>(_ type: Value.Type) -> Value {
        boxes.withLock { boxes in
            guard let box = boxes[ObjectIdentifier(type)] as? Box<Value> else { fatalError("\(type) is not there") }
            return box.value
        }
    }
}

/// The floor of a settled singleton: what the language itself does.
enum Globals {
    private static let stored: any Service = Plain()

    /// A read as a resolve gives it: retained, for the caller to release.
    @inline(never)
    static func service() -> any Service { stored }
}

/// An object of one thread's own, read as a resolve gives it: retained, for the caller to release.
final class Holder: Sendable {
    private let stored: any Service

    init(_ service: any Service) { stored = service }

    @inline(never)
    func service() -> any Service { stored }
}

/// The floor of an override and of a scope: bind a task-local, read it, leave.
enum Ambient {
    @TaskLocal static var service: Plain?
}
