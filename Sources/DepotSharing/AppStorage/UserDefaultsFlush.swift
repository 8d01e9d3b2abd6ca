internal import Depot
internal import Dispatch

/// Writes user defaults to the disk soon after a change, and at normal exit: Foundation on Linux does not by itself.
final class UserDefaultsFlush: Sendable {
    static let shared = UserDefaultsFlush()

    private let changed = Locked<[ObjectIdentifier: UserDefaultsStorage]>([:])
    private let queue = DispatchQueue(label: "depot.sharing.defaults")

    /// Takes note that there is something to write.
    func note(_ store: UserDefaultsStorage) {
        #if !canImport(Darwin)
            guard store.outlivesProcess else { return }
            let isFirst = changed.withLock { changed in
                defer { changed[ObjectIdentifier(store)] = store }
                return changed.isEmpty
            }
            guard isFirst else { return }
            AtExit.run(.userDefaults) { UserDefaultsFlush.shared.flush() }
            queue.asyncAfter(deadline: .now() + .milliseconds(200)) { self.flush() }
        #endif
    }

    private func flush() {
        let stores = changed.withLock { changed in
            defer { changed = [:] }
            return changed
        }
        for store in stores.values { store.synchronize() }
    }
}
