import Bookshelf
import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Testing

enum TestApp {
    static let container = Container { SampleAssembly() }
}

@MainActor
@Suite(.container(copying: TestApp.container))
struct ModelTests {
    private let ada = Reader(name: "ada")

    @Test func `A wrong password is told`() async {
        let model = Container.shared.resolve(LoginModel.self)
        model.name = "ada"
        model.password = "shut"
        await model.logIn()
        #expect(model.message == "The name or the password is wrong.")
        #expect(Container.shared.resolve(Account.self).reader == nil)
    }

    @Test func `A login reaches the account that the root view observes`() async {
        let model = Container.shared.resolve(LoginModel.self)
        #expect(!model.isComplete)
        model.name = "ada"
        model.password = "open"
        #expect(model.isComplete)
        await model.logIn()
        #expect(model.message == nil)
        let account = Container.shared.resolve(Account.self)
        #expect(account.reader == ada)
        account.logOut()
        #expect(account.reader == nil)
    }

    @Test(.container { $0.replace((any Library).self, with: FailingLibrary()) })
    func `A library that cannot be reached is told`() async throws {
        let model = Container.shared.resolve(LoginModel.self)
        await model.logIn()
        #expect(model.message == "The library cannot be reached.")
        let session = HeldScope(.session, id: "ada", providing: { $0.provide(Reader.self, ada) })
        session.makeCurrent()
        let shelf = Container.shared.resolve(ShelfModel.self)
        await shelf.load()
        #expect(shelf.message == "The books could not be loaded.")
    }

    @Test func `The shelf is sorted as the settings say, at once`() async {
        let session = HeldScope(.session, id: "ada", providing: { $0.provide(Reader.self, ada) })
        session.makeCurrent()
        let model = Container.shared.resolve(ShelfModel.self)
        await model.load()
        #expect(model.reader == ada)
        #expect(model.books.map(\.id) == [2, 1, 3])
        @Shared(.sortsByAuthor) var sortsByAuthor
        $sortsByAuthor.withLock { $0 = true }
        #expect(model.books.map(\.id) == [1, 3, 2])
    }

    @Test(.dependency(\.date, .constant(Date(timeIntervalSince1970: 0))), .dependency(\.uuid, .incrementing))
    func `A note is kept with the time and an id, and the draft is empty again`() {
        let book = SampleLibrary.books[0]
        let model = BookModel(book: book, draft: NoteDraft(book: book))
        model.draft.text = "Re-read the ball."
        model.keepNote()
        #expect(model.draft.text.isEmpty)
        #expect(model.notes.map(\.text) == ["Re-read the ball."])
        #expect(model.notes.first?.id == UUID(0))
        #expect(model.notes.first?.writtenAt == Date(timeIntervalSince1970: 0))
        @Shared(.notes) var notes
        #expect(notes == model.notes)
    }
}

private struct FailingLibrary: Library {
    struct Offline: Error {}

    func logIn(name: String, password: String) async throws -> Reader { throw Offline() }

    func books(of reader: Reader) async throws -> [Book] { throw Offline() }
}
