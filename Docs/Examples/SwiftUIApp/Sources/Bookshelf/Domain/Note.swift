public import DepotSharing
public import Foundation

/// What a reader has written about a book.
public struct Note: Codable, Hashable, Identifiable, Sendable {
    /// Tells notes apart.
    public let id: UUID
    /// The book it is about.
    public let book: Book.ID
    /// The note.
    public let text: String
    /// When it was written.
    public let writtenAt: Date
}

extension SharedKey where Self == FileStorageKey<[Note]>.Default {
    /// The notes of this device: a file in the app's documents.
    public static var notes: Self {
        Self[.fileStorage(.notes), default: []]
    }
}

extension SharedKey where Self == AppStorageKey<Bool>.Default {
    /// Whether the shelf is sorted by author, and not by title.
    public static var sortsByAuthor: Self { Self[.appStorage("sortsByAuthor"), default: false] }
}

extension URL {
    /// The file of the notes.
    public static var notes: URL {
        FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0].appending(path: "notes.json")
    }
}
