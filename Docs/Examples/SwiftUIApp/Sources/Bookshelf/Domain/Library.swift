/// The server that knows readers and their books.
public protocol Library: Sendable {
    /// Logs a reader in.
    func logIn(name: String, password: String) async throws -> Reader
    /// The books of a reader.
    func books(of reader: Reader) async throws -> [Book]
}

/// Why a login failed.
public struct WrongPassword: Error {
    /// A wrong password.
    public init() {}
}

/// A library without a network: for previews, and for tests of the user interface.
public struct SampleLibrary: Library {
    /// The books of everybody.
    public static let books = [
        Book(id: 1, title: "Emma", author: "Austen, Jane"),
        Book(id: 2, title: "A Room of One's Own", author: "Woolf, Virginia"),
        Book(id: 3, title: "Middlemarch", author: "Eliot, George"),
    ]

    /// A library whose password is "open".
    public init() {}

    /// Refuses every password but "open".
    public func logIn(name: String, password: String) async throws -> Reader {
        guard password == "open" else { throw WrongPassword() }
        return Reader(name: name)
    }

    /// The same books for everybody.
    public func books(of reader: Reader) async throws -> [Book] { Self.books }
}

/// A library that cannot be reached.
struct OfflineLibrary: Library {
    struct Unreachable: Error {}

    func logIn(name: String, password: String) async throws -> Reader { throw Unreachable() }

    func books(of reader: Reader) async throws -> [Book] { throw Unreachable() }
}
