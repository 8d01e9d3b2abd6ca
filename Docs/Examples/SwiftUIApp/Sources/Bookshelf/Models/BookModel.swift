internal import DepotSharing
internal import DepotValues
internal import Foundation
public import Observation

/// The screen of one book, with the reader's notes.
@MainActor @Observable
public final class BookModel {
    /// The book.
    public let book: Book
    /// The note that is being written.
    public let draft: NoteDraft
    @ObservationIgnored @Shared(.notes) private var allNotes
    @ObservationIgnored @Dependency(\.date) private var date
    @ObservationIgnored @Dependency(\.uuid) private var uuid

    /// - Parameters:
    ///   - book: The book, which the caller chooses.
    ///   - draft: The draft of this screen.
    public init(book: Book, draft: NoteDraft) {
        self.book = book
        self.draft = draft
    }

    /// The notes about this book.
    public var notes: [Note] { allNotes.filter { $0.book == book.id } }

    /// Keeps the draft as a note.
    public func keepNote() {
        let note = Note(id: uuid(), book: book.id, text: draft.text, writtenAt: date.now)
        $allNotes.withLock { $0.append(note) }
        draft.text = ""
    }
}
