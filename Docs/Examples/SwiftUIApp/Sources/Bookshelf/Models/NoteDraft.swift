public import Observation

/// A note that is being written: one for each screen of a book, and gone with the screen.
@MainActor @Observable
public final class NoteDraft {
    /// What is written so far.
    public var text = ""
    /// What the empty field shows.
    public let placeholder: String

    /// - Parameter book: The book of the screen, which the screen's scope is given.
    public init(book: Book) { placeholder = "A note on \(book.title)" }
}
