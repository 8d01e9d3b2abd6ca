import Synchronization

/// `c`, the unit of all ratios: lock, look up in a dictionary by type, downcast, retain, unlock.
///
/// The lock is `Synchronization.Mutex`, the cheapest there is when nobody contends for it.
final class LockedDictionary: Sendable {
    private let boxes: Mutex<[ObjectIdentifier: any AnyObject & Sendable]>

    final class Box<Value: Sendable>: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    init() {
        boxes = Mutex([ObjectIdentifier((any Service).self): Box<any Service>(Plain())])
    }

    func set<Value: Sendable>(_ value: Value) {
        let box = Box(value)
        boxes.withLock { $0[ObjectIdentifier(Value.self)] = box }
    }

    @inline(never)
    func resolve<Value: Sendable>(_ type: Value.Type) -> Value {
        boxes.withLock { boxes in
            guard let box = boxes[ObjectIdentifier(type)] as? Box<Value> else { fatalError("\(type) is not there") }
            return box.value
        }
    }
}

/// The floor of a settled singleton: what the language itself does.
enum Globals {
    static let service: any Service = Plain()
}

/// The floor of an override and of a scope: bind a task-local, read it, leave.
enum Ambient {
    @TaskLocal static var value: AnyObject.Type?
    @TaskLocal static var service: (any Service)?
}
