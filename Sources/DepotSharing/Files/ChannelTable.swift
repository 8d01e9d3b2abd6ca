internal import Depot

/// The channels that are in use, by the files that their paths lead to.
///
/// A link that is turned elsewhere takes its channel along, unless the file has been used by another name meanwhile.
final class ChannelTable: Sendable {
    private let state = Locked(State())

    private struct State {
        var byTarget: [String: Entry] = [:]
        var byPath: [String: Entry] = [:]
    }

    /// The place of a channel in the table.
    final class Entry: @unchecked Sendable {  // Each `var` is only touched under the table's lock.
        fileprivate weak var channel: FileChannel?
        fileprivate var path = ""
        fileprivate var target = ""
    }

    /// The channel of a file.
    ///
    /// `path` is a name of the file, `target` the file that it leads to.
    func find(_ path: String, _ target: String) -> FileChannel? {
        let (known, same) = state.withLock { ($0.byTarget[target]?.channel, $0.byPath[path]?.channel) }
        if let known {
            if known.path != path { pin(known, to: target) }
            return known
        }
        // Its path leads elsewhere since it has looked; it will see that in a moment.
        same?.lookSoon()
        return same
    }

    /// Has a channel stay with its file: a link that is turned must not take those along who named the file itself.
    private func pin(_ channel: FileChannel, to target: String) {
        let entry = channel.entry
        state.withLock { state in
            if state.byPath[entry.path] === entry { state.byPath[entry.path] = nil }
        }
        channel.pin(to: target)
    }

    /// Enters a channel, unless another thread has entered one for that file.
    ///
    /// - Returns: The one that counts.
    func enter(_ channel: FileChannel, _ path: String, _ target: String) -> FileChannel {
        let entry = channel.entry
        // A reference that is found is handed out of the lock: the last one to it would otherwise go inside.
        let other: FileChannel? = state.withLock { state in
            if let other = state.byTarget[target]?.channel { return other }
            (entry.channel, entry.path, entry.target) = (channel, path, target)
            state.byTarget[target] = entry
            state.byPath[path] = entry
            return nil
        }
        guard let other else { return channel }
        if other.path != path { pin(other, to: target) }
        return other
    }

    /// Enters a channel under the file that its path leads to now; where that one is in use already, it stays without.
    func move(_ entry: Entry, to target: String) {
        let other: FileChannel? = state.withLock { state in
            let before = entry.target
            guard before != target, !before.isEmpty else { return nil }
            if state.byTarget[before] === entry { state.byTarget[before] = nil }
            entry.target = target
            let other = state.byTarget[target]?.channel
            if other == nil { state.byTarget[target] = entry }
            return other
        }
        withExtendedLifetime(other) {}
    }

    func forget(_ entry: Entry) {
        state.withLock { state in
            if state.byTarget[entry.target] === entry { state.byTarget[entry.target] = nil }
            if state.byPath[entry.path] === entry { state.byPath[entry.path] = nil }
        }
    }
}
