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

    private struct Subscriber {
        let store: UserDefaultsStorage
        let notify: @Sendable () -> Void
        /// What it knows of; nil before it has loaded.
        var seen: Content?
    }

    private struct State {
        var subscribers: [String: [Int: Subscriber]] = [:]
        var last = 0
    }

    private let state = Locked(State())

    private init() {
        #if canImport(Darwin)
            let name = UserDefaults.didChangeNotification
            _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in self?.lookEverywhere() }
        #endif
    }
}

extension AppStorageFeed {
    /// Has a property told when its key comes to hold something else.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - store: Where it is.
    ///   - notify: Tells the property, which then reads what the key holds; a property is told by one thread at a time.
    /// - Returns: What ends it.
    func subscribe(
        to key: String, in store: UserDefaultsStorage, notify: @escaping @Sendable (_ read: @escaping @Sendable () -> Any?) -> Void
    ) -> SharedSubscription {
        let id = state.withLock { state in
            state.last += 1
            let id = state.last
            let read: @Sendable () -> Any? = { [self] in self.read(key, in: store, for: id) }
            state.subscribers[key, default: [:]][id] = Subscriber(store: store, notify: { notify(read) })
            return id
        }
        // Behind the subscription, and before the load: so no change falls between.
        let seen = Content(store.object(forKey: key))
        state.withLock { state in
            if state.subscribers[key]?[id]?.seen == nil { state.subscribers[key]?[id]?.seen = seen }
        }
        return SharedSubscription { [self] in
            _ = state.withLock { state in
                let removed = state.subscribers[key]?.removeValue(forKey: id)
                if state.subscribers[key]?.isEmpty == true { state.subscribers[key] = nil }
                return removed
            }
        }
    }

    /// Writes, so that the writer does not hear of it and the others do.
    func write(_ object: Any?, to key: String, in store: UserDefaultsStorage) {
        let content = Content(object)
        state.withLock { state in
            for (id, subscriber) in state.subscribers[key] ?? [:] where subscriber.store.identity == store.identity {
                state.subscribers[key]?[id]?.seen = content
            }
        }
        store.put(object, forKey: key)
        look(for: key, in: store)
    }

    /// Ends a write that the writer now counts as saved.
    ///
    /// What others put there meanwhile was told to a property with a write under way, which passes that over; so it is told again.
    func wrote(_ object: Any?, to key: String, in store: UserDefaultsStorage) {
        let written = Content(object)
        guard Content(store.object(forKey: key)) != written else { return }
        let subscribers = state.withLock { $0.subscribers[key] ?? [:] }
        for subscriber in subscribers.values where subscriber.store.identity == store.identity { subscriber.notify() }
    }

    /// Looks whether a key holds something else than its properties have seen.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - store: Where it was changed; nil where that is not known.
    func look(for key: String, in store: UserDefaultsStorage? = nil) {
        for (id, subscriber) in state.withLock({ $0.subscribers[key] ?? [:] }) where store?.mayShare(with: subscriber.store) ?? true {
            let content = Content(subscriber.store.object(forKey: key))
            let isNew = state.withLock { state in
                guard let subscriber = state.subscribers[key]?[id] else { return false }
                return subscriber.seen != content
            }
            if isNew { subscriber.notify() }
        }
    }

    /// What a key holds, for a property that has been told.
    private func read(_ key: String, in store: UserDefaultsStorage, for id: Int) -> Any? {
        let object = store.object(forKey: key)
        let content = Content(object)
        state.withLock { $0.subscribers[key]?[id]?.seen = content }
        return object
    }

    private func lookEverywhere() {
        for key in state.withLock({ Array($0.subscribers.keys) }) { look(for: key) }
    }
}
