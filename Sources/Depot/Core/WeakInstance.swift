/// An instance that lives as long as someone else holds it.
final class WeakInstance: Instance {  // A weak reference is read atomically.
    private weak let held: AnyObject?

    init(_ object: AnyObject, registration: Registration, home: Unmanaged<Core>) {
        held = object
        super.init(registration: registration, home: home)
    }

    override var isWeak: Bool { true }
    override var object: AnyObject? { held }
}
