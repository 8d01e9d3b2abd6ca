import Bookshelf
import Depot
import SwiftUI

/// The reader's books.
struct ShelfView: View {
    let model: ShelfModel
    @Environment(\.container) private var container
    @State private var showsSettings = false

    var body: some View {
        List(model.books) { book in
            NavigationLink(book.title, value: book)
        }
        .navigationTitle("Books of \(model.reader.name)")
        .task { await model.load() }
        .toolbar {
            Button("Settings") { showsSettings = true }
            Button("Log out") { container.resolve(Account.self).logOut() }
        }
        .sheet(isPresented: $showsSettings) {
            SettingsView()
                .containerScope(.sheet, id: "Settings", in: container)
        }
    }
}

struct ShelfView_Previews: PreviewProvider {
    static var previews: some View {
        SessionView(reader: Reader(name: "ada"))
            .environment(\.container, .preview)
    }
}
