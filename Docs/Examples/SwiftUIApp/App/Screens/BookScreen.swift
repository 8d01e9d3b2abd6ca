import Bookshelf
import Depot
import DepotValues
import SwiftUI

/// The screen of a book: a scope that is given the book, and a model that is made from it.
struct BookScreen: View {
    let book: Book

    var body: some View {
        ModelScope(.screen, id: "Book \(book.id)", providing: { $0.provide(Book.self, book) }) { container in
            container.resolve(BookModel.self, arguments: book)
        } content: { model in
            BookView(model: model)
        }
    }
}

/// A book and its notes.
struct BookView: View {
    let model: BookModel

    var body: some View {
        @Bindable var draft = model.draft
        List {
            Text(model.book.author)
            TextField(draft.placeholder, text: $draft.text)
            Button("Keep") { model.keepNote() }
                .disabled(draft.text.isEmpty)
            ForEach(model.notes) { note in
                Text("\(note.writtenAt.formatted()): \(note.text)")
            }
        }
        .navigationTitle(model.book.title)
    }
}

struct BookView_Previews: PreviewProvider {
    static var previews: some View {
        let book = SampleLibrary.books[0]
        BookView(model: BookModel(book: book, draft: NoteDraft(book: book)))
    }
}

struct BookView_LongAgo_Previews: PreviewProvider {
    static var previews: some View {
        WithDependencies {
            $0.date = .constant(.distantPast)
        } content: {
            let book = SampleLibrary.books[0]
            BookView(model: BookModel(book: book, draft: NoteDraft(book: book)))
        }
    }
}
