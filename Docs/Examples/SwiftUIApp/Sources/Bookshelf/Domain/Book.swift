/// A book on a reader's shelf.
public struct Book: Codable, Hashable, Identifiable, Sendable {
    /// The library's number of the book.
    public let id: Int
    /// The title.
    public let title: String
    /// Who wrote it, family name first.
    public let author: String

    /// - Parameters:
    ///   - id: The library's number of the book.
    ///   - title: The title.
    ///   - author: Who wrote it, family name first.
    public init(id: Int, title: String, author: String) {
        self.id = id
        self.title = title
        self.author = author
    }
}

/// A person who has logged in.
public struct Reader: Codable, Hashable, Sendable {
    /// The name of the login.
    public let name: String

    /// - Parameter name: The name of the login.
    public init(name: String) { self.name = name }
}
