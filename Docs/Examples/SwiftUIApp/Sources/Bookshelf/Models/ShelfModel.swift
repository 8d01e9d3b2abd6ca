internal import DepotSharing
public import Observation

/// The screen with the reader's books.
@MainActor @Observable
public final class ShelfModel {
    /// Why the books could not be loaded.
    public private(set) var message: String?
    private var loaded: [Book] = []
    @ObservationIgnored @Shared(.sortsByAuthor) private var sortsByAuthor
    @ObservationIgnored private let session: ReaderSession

    /// - Parameter session: The login.
    public init(session: ReaderSession) { self.session = session }

    /// Whose books they are.
    public var reader: Reader { session.reader }

    /// The books, in the order of the settings.
    public var books: [Book] { loaded.sorted { sortsByAuthor ? $0.author < $1.author : $0.title < $1.title } }

    /// Loads the books.
    public func load() async {
        do {
            loaded = try await session.books()
            message = nil
        } catch {
            message = "The books could not be loaded."
        }
    }
}
