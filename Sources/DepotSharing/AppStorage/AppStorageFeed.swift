internal import Depot
internal import Foundation

/// Tells the properties in this process of changes in user defaults, which Foundation on Linux does not.
///
/// Two objects can stand for the same user defaults, so every property with the same key looks again in its own, and is told
/// if what is there is not what it has seen.
final class AppStorageFeed: Sendable {
    static let shared = AppStorageFeed()

    /// What a key holds, to be compared.
    struct Content: Equatable, @unchecked Sendable {  // The object is of a property list, which nobody changes.
        private let object: NSObject?
        init(_ object: Any?) { self.object = object.map { ($0 as? NSObject) ?? "\($0)" as NSString } }
    }

    /// Tells a property, which reads what its key holds by the closure.
    typealias Notify = @Sendable (_ read: @escaping @Sendable () -> Any?) -> Void

    private final class Subscriber: @unchecked Sendable {  // The `var` is only touched under the lock.
        /// The reference that it is for.
        let owner: Int
        let key: String
        let store: UserDefaultsStorage
        /// What it knows of; nil before it has loaded.
        var seen: Content?
        private let notify: Notify

        init(_ owner: Int, _ key: String, _ store: UserDefaultsStorage, _ notify: @escaping Notify) {
            self.owner = owner
            self.key = key
            self.store = store
            self.notify = notify
        }

        /// Tells the property, which then reads what the key holds.
        func tell() { notify { AppStorageFeed.shared.read(for: self) } }
    }

    /// By their keys.
    private let subscribers = Locked<[String: [Subscriber]]>([:])

    private init() {
        #if canImport(Darwin)
            let name = UserDefaults.didChangeNotification
            _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in self?.lookEverywhere() }
        #endif
    }
}

extension AppStorageFeed {
    /// Has the property with a reference told when its key comes to hold something else.
    ///
    /// `notify` is called by one thread at a time.
    func subscribe(_ owner: Int, to key: String, in store: UserDefaultsStorage, notify: @escaping Notify) -> SharedSubscription {
        let subscriber = Subscriber(owner, key, store, notify)
        subscribers.withLock { $0[key, default: []].append(subscriber) }
        // Behind the subscription, and before the load: so no change falls between.
        let seen = Content(store.object(forKey: key))
        subscribers.withLock { _ in
            if subscriber.seen == nil { subscriber.seen = seen }
        }
        return SharedSubscription { [self] in
            subscribers.withLock { subscribers in
                let rest = subscribers[key]?.filter { $0 !== subscriber } ?? []
                subscribers[key] = rest.isEmpty ? nil : rest
            }
        }
    }

    /// Writes, so that the writer does not hear of it and the others do: another context has a reference of its own for the same store.
    func write(_ object: Any?, to key: String, in store: UserDefaultsStorage, by owner: Int) {
        for subscriber in subscribers(of: key) where subscriber.owner == owner { note(object, for: subscriber) }
        store.put(object, forKey: key)
        look(for: key, in: store)
    }

    /// Ends a write that the writer now counts as saved.
    ///
    /// What others put there meanwhile was told to a property with a write under way, which passes that over; so it is told again.
    func wrote(_ object: Any?, to key: String, in store: UserDefaultsStorage, by owner: Int) {
        guard Content(store.object(forKey: key)) != Content(object) else { return }
        for subscriber in subscribers(of: key) where subscriber.owner == owner { subscriber.tell() }
    }

    /// Looks whether a key holds something else than its properties have seen.
    ///
    /// `store` is where it was changed; nil where that is not known.
    func look(for key: String, in store: UserDefaultsStorage? = nil) {
        for subscriber in subscribers(of: key) where store?.mayShare(with: subscriber.store) ?? true {
            let content = Content(subscriber.store.object(forKey: key))
            let seen = subscribers.withLock { subscribers in
                subscribers[key]?.contains { $0 === subscriber } == true ? subscriber.seen : content
            }
            if seen != content { subscriber.tell() }
        }
    }

    private func subscribers(of key: String) -> [Subscriber] { subscribers.withLock { $0[key] ?? [] } }

    /// What the key of a property holds, for one that has been told.
    private func read(for subscriber: Subscriber) -> Any? {
        let object = subscriber.store.object(forKey: subscriber.key)
        note(object, for: subscriber)
        return object
    }

    /// Takes note of what the key of a property holds; what it held before may be the user's, and is released outside the lock.
    private func note(_ object: Any?, for subscriber: Subscriber) {
        var content: Content? = Content(object)
        subscribers.withLock { _ in swap(&subscriber.seen, &content) }
    }

    private func lookEverywhere() {
        for key in subscribers.withLock({ Array($0.keys) }) { look(for: key) }
    }
}
