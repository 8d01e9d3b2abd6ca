internal import Depot
public import Foundation

/// What can go wrong with shared values: what happened, where, and how to put it right.
public enum SharedError: Error, Sendable {
    /// A file holds something that is not what the property holds.
    case undecodable(path: String, type: String, reason: String)
    /// A file could not be read, written or watched.
    case file(path: String, action: String, reason: String)
    /// What user defaults hold under a key is not what the property holds.
    case undecodableDefault(key: String, type: String, found: String)
    /// `Shared(require:)` found nothing.
    case nothingStored(key: String)
    /// A key is in use with another type.
    case otherType(key: String, asked: String, live: String)
    /// A store dropped a load or a save without an outcome.
    case abandoned
}

extension SharedError: CustomStringConvertible, LocalizedError {
    /// The same as the description.
    public var errorDescription: String? { description }

    /// The whole text.
    public var description: String {
        switch self {
        case .undecodable(let path, let type, let reason):
            """
            Depot: a file does not hold the value of a shared property.
              File:   \(path)
              Type:   \(type)
              Reason: \(reason)
            The property has its default, or goes on with the value that it had. The first write keeps these bytes in a file
            next to this one, whose name ends in ".corrupt". Put the file right, and it is loaded at once; or give \(type) a
            Decodable conformance that reads it.
            """
        case .file(let path, "watched", let reason):
            """
            Depot: the file of a shared property cannot be watched.
              File:   \(path)
              Reason: \(reason)
            The value is loaded and saved as ever, but what others write is not heard of. That is tried again by itself: after
            a second, and later each time, up to about a minute.
            """
        case .file(let path, let action, let reason):
            """
            Depot: the file of a shared property cannot be \(action).
              File:   \(path)
              Reason: \(reason)
            The value is kept in memory. See to the path, its permissions and the space on the disk; the next write or
            save() tries again.
            """
        case .undecodableDefault(let key, let type, let found):
            """
            Depot: user defaults do not hold the value of a shared property.
              Key:    appStorage "\(key)"
              Type:   \(type)
              Found:  \(found)
            The property has its default, or goes on with the value that it had, and the next write replaces what is there. Use
            another key, or the type that the value was stored with.
            """
        case .nothingStored(let key):
            """
            Depot: a shared value is required, and nothing is stored.
              Key:    \(key)
            Store a value first, or give the property a default: @Shared(…) var value = ….
            """
        case .otherType(let key, let asked, let live):
            """
            Depot: one key is used for shared values of two types.
              Key:    \(key)
              Asked:  \(asked)
              In use: \(live)
            Give the two properties the same type, or one of them another key.
            """
        case .abandoned:
            """
            Depot: a store dropped a load or a save of a shared value without an outcome.
            A SharedKey has to resume each continuation that it is given, in load(context:continuation:) and in
            save(_:context:continuation:).
            """
        }
    }
}

// MARK: - What stops the program

extension SharedError {
    static func nestedWrite(_ type: Any.Type) -> String {
        """
        Depot: a shared value is written while it is being written.
          Value:  \(type)
        The closure of withLock has the value for itself and may read the property, which still has the value before. Do the
        inner write with the closure's own parameter, or after the outer withLock has returned.
        """
    }

    static func writeCycle(_ ring: [ResolutionError.Step]) -> String {
        """
        Depot: a shared value is written by a thread that waits for what waits for this write, and both would wait for ever.
          Waits:  \(ring.map(\.description).joined(separator: " → "))
        Write shared values one after the other, not one inside the withLock of the other, or always in the same order; and resolve before
        withLock what is needed in it.
        """
    }

    static func needsItself(keys: [String]) -> String {
        """
        Depot: the value of a shared property is needed to make it.
          Keys:   \(keys.joined(separator: " → "))
        Something that makes it, its default or the load or subscription of its key, reads a property with the same key. Let it
        take what it needs from the store, or from a property with another key that does not read this one.
        """
    }

    static func noDefault(key: String, error: any Error) -> String {
        """
        Depot: a shared property has no value: nothing is stored, and its default failed.
          Key:    \(key)
          Error:  \(error)
        Give the key a default that does not fail, write one at the property (@Shared(…) var value = …), or load it with
        try await Shared(require: …), which throws.
        """
    }
}
