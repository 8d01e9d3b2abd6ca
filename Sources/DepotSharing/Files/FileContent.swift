internal import Foundation

/// What is known of the bytes in a file: decisions only.
struct FileContent: Sendable {
    /// The bytes that were last read or written here, nil inside if there was no file; nil if that is not known.
    private var known: Data??
    /// The bytes that were last written here.
    private var written: Data?
    /// Bytes that somebody else wrote, and whether they are a value.
    private var judged: (data: Data, isValue: Bool)?
    /// Whether there is something that subscribers have not been told of.
    private var isUntold = false

    /// What a write may do to the bytes that are there.
    enum Replacement: Sendable {
        /// They may go.
        case replace
        /// They have to be kept in another file first.
        case keepAside
        /// It has to be found out first whether they are a value.
        case judge
    }

    /// A property loads these bytes; others may still have to be told of them.
    ///
    /// - Returns: Whether they have.
    mutating func wasLoaded(_ data: Data?) -> Bool {
        if let known, known != data { isUntold = true }
        known = data
        return isUntold
    }

    /// Somebody looked because of a change.
    ///
    /// - Returns: Whether subscribers have to be told.
    mutating func wasSeen(_ data: Data?) -> Bool {
        defer { (known, isUntold) = (data, false) }
        return isUntold || known != .some(data)
    }

    /// The bytes could not be read; whatever they are afterwards, subscribers are told.
    mutating func couldNotBeRead() { isUntold = true }

    /// These bytes are in the file now.
    mutating func wasWritten(_ data: Data) { (known, written, judged, isUntold) = (data, data, nil, false) }

    /// Somebody has found out whether bytes are a value.
    mutating func wasJudged(_ data: Data, isValue: Bool) { judged = (data, isValue) }

    /// What a write may do to the bytes that are in the file.
    ///
    /// `isBlind` says that the value to be written was made by somebody whose last load failed.
    func replacement(of data: Data, isBlind: Bool) -> Replacement {
        if data.isEmpty || data == written { return .replace }
        if isBlind { return .keepAside }
        guard let judged, judged.data == data else { return .judge }
        return judged.isValue ? .replace : .keepAside
    }
}
