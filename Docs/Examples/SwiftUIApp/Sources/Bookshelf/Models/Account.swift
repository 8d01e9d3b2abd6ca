public import Observation

/// Who is logged in, if anybody: the root view shows the login or the shelf.
@MainActor @Observable
public final class Account {
    /// Who is logged in.
    public private(set) var reader: Reader?
    @ObservationIgnored private let library: any Library

    /// - Parameter library: What knows the readers.
    public init(library: any Library) { self.library = library }

    /// Logs a reader in.
    ///
    /// - Parameters:
    ///   - name: The reader's name.
    ///   - password: The reader's password.
    /// - Throws: What the library throws.
    public func logIn(name: String, password: String) async throws { reader = try await library.logIn(name: name, password: password) }

    /// Logs the reader out.
    public func logOut() { reader = nil }
}
