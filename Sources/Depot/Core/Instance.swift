public import Synchronization

/// A shared instance together with what it was made from.
///
/// What it was made from decides whether it may be handed out: an instance is *valid* while its registration and
/// all it depends on are still the ones in effect. That is looked up when the instance is next asked for, not
/// pushed to it when something changes, so replacing a key costs the same however many instances there are.
@usableFromInline
class Instance: @unchecked Sendable {  // The variables are guarded by the family's lock, except for the atomic.
    let registration: Registration
    /// Tells the instance from all others there ever were.
    final let number = Instance.numbers.add(1, ordering: .relaxed).newValue
    private static let numbers = Atomic<UInt>(0)
    /// The epoch in which the instance was last found valid; read without the lock.
    @usableFromInline let validEpoch = Atomic<UInt>(0)
    /// Where the value is, for those who know its type only at run time; nil where it may go away.
    @usableFromInline final var address: UnsafeRawPointer?
    /// The epoch in which it was last found not to be.
    final var invalidEpoch: UInt = 0
    /// The container it resolved from; it outlives the instance.
    final unowned(unsafe) let home: Core
    /// The override it belongs to; nil for all others.
    final unowned(unsafe) var owner: Core?
    /// What was resolved while it was made, and what its `Lazy`s resolved later.
    final var dependencies = DependencyList()
    /// The replacements it saw, itself or through what it depends on.
    ///
    /// It goes when one of them ends.
    final var replacements: [ActiveReplacement] = []
    /// Greater than that of everything made before it.
    final var birth = 0
    /// Whether it can never be valid again, nor can what was made from it.
    final var isLost = false
    /// The shortest-lived kind of scope that it, or anything it was made from, lives in, and the scope.
    final var met: (kind: ScopeKind, scope: Scope?)?
    /// When it was made, and what asked for it; for the report.
    final var creation: (time: ContinuousClock.Instant, by: Registration?)?
    /// Where it is kept.
    final unowned(unsafe) var cell: Cell?  // Set and cleared by the cell, under the lock.
    /// When it was made and when it stops being handed out, on the registration's clock; nil for never.
    final let made: Duration?
    private let expiry: Duration?

    init(registration: Registration, home: Core) {
        self.registration = registration
        self.home = home
        made = registration.lifetime.now
        if case .cached(let duration, _) = registration.lifetime, let made {
            expiry = made + duration
        } else {
            expiry = nil
        }
    }

    /// Whether it is held by others only.
    var isWeak: Bool { false }

    /// What is held weakly, while it is there.
    var object: AnyObject? { nil }

    /// Whether there is still something to hand out.
    final var isAlive: Bool { !isWeak || object != nil }

    /// Whether the instance's time is up.
    ///
    /// The clock is the user's, so whoever asks has read it before taking the lock.
    final func isExpired(at now: Duration?) -> Bool {
        guard let expiry, let now else { return false }
        return now >= expiry
    }
}

/// An instance that the container holds.
final class TypedInstance<Service>: Instance, @unchecked Sendable {  // `storage` is immutable; see `Instance` for the rest.
    /// Apart from the object, so that its address can be read where the type is not known at compile time.
    private let storage = UnsafeMutablePointer<Service>.allocate(capacity: 1)

    init(_ value: Service, registration: Registration, home: Core) {
        storage.initialize(to: value)
        super.init(registration: registration, home: home)
        address = UnsafeRawPointer(storage)
    }

    deinit {
        storage.deinitialize(count: 1)
        storage.deallocate()
    }

    var value: Service { storage.pointee }
}

/// An instance that lives as long as someone else holds it.
final class WeakInstance: Instance, @unchecked Sendable {  // A weak reference is read atomically.
    private weak let held: AnyObject?

    init(_ object: AnyObject, registration: Registration, home: Core) {
        held = object
        super.init(registration: registration, home: home)
    }

    override var isWeak: Bool { true }
    override var object: AnyObject? { held }
}
