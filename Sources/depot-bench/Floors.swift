import Synchronization

/// `c`, the unit of all ratios, is what the plainest service locator does; see ``definition``.
///
/// The mutex is the cheapest lock there is when nobody contends for it. The method is generic and not specialized, as one in another module
/// is. A checked cast instead of `unsafeDowncast` costs half as much again, and is not c.
final class LockedDictionary: Sendable {
    /// What `c` is, for people: the one definition.
    static let definition =
        "lock a `Synchronization.Mutex`, look up in a `[ObjectIdentifier: AnyObject]`, "
        // Told here, done below.
        + "`unsafeDowncast` to the box, read an `any P` out of it, retain, unlock"

    private let boxes = Mutex<[ObjectIdentifier: AnyObject]>([:])

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
            guard let object = boxes[ObjectIdentifier(type)] else { fatalError("\(type) is not there") }
            // Only `set` adds to the dictionary, a box of the type it stands under.
            return unsafeDowncast(object, to: Box<Value>.self).value
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
