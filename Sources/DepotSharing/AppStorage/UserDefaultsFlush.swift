internal import Depot
internal import Dispatch

/// Writes user defaults to the disk soon after a change, and at normal exit: Foundation on Linux does not by itself.
final class UserDefaultsFlush: Sendable {
    static let shared = {
        let shared = UserDefaultsFlush()
        AtExit.run(.userDefaults) { shared.flush(isLast: true) }
        return shared
    }()

    private let changed = Locked<[UserDefaultsStorage]>([])
    /// Whether the process has written for the last time; held while the disk is written to, when nothing of the user's runs.
    private let turn = Locked(false)
    private let queue = DispatchQueue(label: "depot.sharing.defaults")

    /// Takes note that there is something to write.
    func note(_ store: UserDefaultsStorage) {
        #if !canImport(Darwin)
            guard store.outlivesProcess else { return }
            let isFirst = changed.withLock { changed in
                defer { if !changed.contains(where: { $0 === store }) { changed.append(store) } }
                return changed.isEmpty
            }
            guard isFirst else { return }
            queue.asyncAfter(deadline: .now() + .milliseconds(200)) { self.flush(isLast: false) }
        #endif
    }

    /// Writes what has changed.
    ///
    /// The flush at exit waits for one that another thread has begun, and none begins after it: the process would end in the middle.
    ///
    /// - Parameter isLast: Whether the process is about to end.
    private func flush(isLast: Bool) {
        turn.withLock { isOver in
            if isOver { return }
            isOver = isLast
            let stores = changed.withLock { changed in
                defer { changed = [] }
                return changed
            }
            for store in stores { store.synchronize() }
        }
    }
}
