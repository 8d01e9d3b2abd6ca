import Bookshelf
import Depot
import SwiftUI

/// The login, or what a reader sees who has logged in.
struct RootView: View {
    @Environment(\.container) private var container

    var body: some View {
        let account = container.resolve(Account.self)
        if let reader = account.reader {
            SessionView(reader: reader)
        } else {
            LoginScreen()
        }
    }
}

/// The session scope lasts as long as this view: until the reader logs out.
struct SessionView: View {
    let reader: Reader

    var body: some View {
        ModelScope(.session, id: reader.name, providing: { $0.provide(Reader.self, reader) }) { container in
            container.resolve(ShelfModel.self)
        } content: { shelf in
            NavigationStack {
                ShelfView(model: shelf)
                    .navigationDestination(for: Book.self) { BookScreen(book: $0) }
            }
        }
    }
}
