internal import Depot

/// The channels that are in use, by the files that their paths lead to.
///
/// A link that is turned elsewhere takes its channel along, unless the file has been used by another name meanwhile.
final class ChannelTable: Sendable {
    private let state = Locked(State())

    private struct State {
        var byTarget: [ExactPath: Entry] = [:]
        var byPath: [ExactPath: Entry] = [:]

        mutating func removeTarget(of entry: Entry) {
            if let target = entry.target, byTarget[target] === entry { byTarget[target] = nil }
        }

        mutating func removePath(of entry: Entry) {
            if let path = entry.path, byPath[path] === entry { byPath[path] = nil }
        }
    }

    /// The place of a channel in the table.
    final class Entry: @unchecked Sendable {  // Each `var` is only touched under the table's lock.
        fileprivate weak var channel: FileChannel?
        fileprivate var path: ExactPath?
        fileprivate var target: ExactPath?
    }

    /// The channel of a file.
    ///
    /// `path` is a name of the file, `target` the file that it leads to.
    func find(_ path: String, _ target: String) -> FileChannel? {
        let (exactPath, exactTarget) = (ExactPath(path), ExactPath(target))
        let (known, same) = state.withLock { ($0.byTarget[exactTarget]?.channel, $0.byPath[exactPath]?.channel) }
        if let known, shares(known, path, target) { return known }
        // Its path leads elsewhere since it has looked; it will see that in a moment.
        same?.lookSoon()
        return same
    }

    /// Whether a channel that was found for a file is that of the file; by another name, it stays with the file from then on.
    ///
    /// A link on its way may have been turned since it looked: then it is not, and goes where its name leads now.
    private func shares(_ channel: FileChannel, _ path: String, _ target: String) -> Bool {
        let own = channel.path
        if ExactPath(own) == ExactPath(path) { return true }
        let now = channel.files.target(of: own)
        if ExactPath(now) == ExactPath(target) {
            pin(channel, to: target)
            return true
        }
        move(channel.entry, to: now)
        channel.lookSoon()
        return false
    }

    /// Has a channel stay with its file: a link that is turned must not take those along who named the file itself.
    private func pin(_ channel: FileChannel, to target: String) {
        let entry = channel.entry
        state.withLock { $0.removePath(of: entry) }
        channel.pin(to: target)
    }

    /// Enters a channel, unless another thread has entered one for that file.
    ///
    /// - Returns: The one that counts.
    func enter(_ channel: FileChannel, _ path: String, _ target: String) -> FileChannel {
        let entry = channel.entry
        let (exactPath, exactTarget) = (ExactPath(path), ExactPath(target))
        while true {
            // A reference that is found is handed out of the lock: the last one to it would otherwise go inside.
            let other: FileChannel? = state.withLock { state in
                if let other = state.byTarget[exactTarget]?.channel { return other }
                (entry.channel, entry.path, entry.target) = (channel, exactPath, exactTarget)
                state.byTarget[exactTarget] = entry
                state.byPath[exactPath] = entry
                return nil
            }
            guard let other else { return channel }
            if shares(other, path, target) { return other }
        }
    }

    /// Enters a channel under the file that its path leads to now; where that one is in use already, it stays without.
    func move(_ entry: Entry, to target: String) {
        let target = ExactPath(target)
        let other: FileChannel? = state.withLock { state in
            guard let before = entry.target, before != target else { return nil }
            state.removeTarget(of: entry)
            entry.target = target
            let other = state.byTarget[target]?.channel
            if other == nil { state.byTarget[target] = entry }
            return other
        }
        withExtendedLifetime(other) {}
    }

    func forget(_ entry: Entry) {
        state.withLock { state in
            state.removeTarget(of: entry)
            state.removePath(of: entry)
        }
    }
}
