public import Depot

/// What is loaded for one login, and gone with it.
///
/// One for each session scope, which is given its reader where it is opened.
public actor ReaderSession: Disposable {
    /// Who has logged in.
    public nonisolated let reader: Reader
    private let library: any Library
    private var loaded: [Book]?

    /// - Parameters:
    ///   - reader: Who has logged in.
    ///   - library: Where the books are.
    public init(reader: Reader, library: any Library) {
        self.reader = reader
        self.library = library
    }

    /// The reader's books: loaded once.
    ///
    /// - Returns: The books.
    /// - Throws: What the library throws.
    public func books() async throws -> [Book] {
        if let loaded { return loaded }
        let books = try await library.books(of: reader)
        loaded = books
        return books
    }

    /// Forgets the books.
    public func dispose() { loaded = nil }
}
