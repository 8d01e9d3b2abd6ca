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
        var seen: Content
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
    /// Has a closure called when a key comes to hold something else.
    func subscribe(
        to key: String, in store: UserDefaultsStorage, seen: Content, notify: @escaping @Sendable () -> Void
    ) -> SharedSubscription {
        let id = state.withLock { state in
            state.last += 1
            state.subscribers[key, default: [:]][state.last] = Subscriber(store: store, notify: notify, seen: seen)
            return state.last
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
        look(for: key)
    }

    /// Looks whether a key holds something else than its properties have seen.
    func look(for key: String) {
        for (id, subscriber) in state.withLock({ $0.subscribers[key] ?? [:] }) {
            let content = Content(subscriber.store.object(forKey: key))
            let isNew = state.withLock { state in
                guard let seen = state.subscribers[key]?[id]?.seen, seen != content else { return false }
                state.subscribers[key]?[id]?.seen = content
                return true
            }
            if isNew { subscriber.notify() }
        }
    }

    private func lookEverywhere() {
        for key in state.withLock({ Array($0.subscribers.keys) }) { look(for: key) }
    }
}
