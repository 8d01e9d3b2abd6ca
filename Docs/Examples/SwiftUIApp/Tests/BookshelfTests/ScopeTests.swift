import Bookshelf
import Depot
import DepotTesting
import DepotValues
import Synchronization
import Testing

@MainActor
@Suite(.container(copying: TestApp.container))
struct ScopeTests {
    private let ada = Reader(name: "ada")
    private let emma = SampleLibrary.books[0]

    @Test func `The books are loaded once for each login`() async throws {
        let library = CountingLibrary()
        Container.shared.replace((any Library).self, with: library)
        for name in ["ada", "grace"] {
            let session = HeldScope(.session, id: name, providing: { $0.provide(Reader.self, Reader(name: name)) })
            session.makeCurrent()
            for _ in 1...2 { await Container.shared.resolve(ShelfModel.self).load() }
            await session.close()
        }
        #expect(library.loads == ["ada", "grace"])
    }

    @Test func `The session forgets its books when it ends`() async throws {
        let library = CountingLibrary()
        Container.shared.replace((any Library).self, with: library)
        let scope = HeldScope(.session, id: "ada", providing: { $0.provide(Reader.self, ada) })
        scope.makeCurrent()
        let session = Container.shared.resolve(ReaderSession.self)
        _ = try await session.books()
        await scope.close()
        _ = try await session.books()
        #expect(library.loads == ["ada", "ada"])
    }

    @Test func `A screen that comes back has its draft, and another screen has its own`() {
        let first = HeldScope(.screen, id: "Book 1", providing: { $0.provide(Book.self, emma) })
        first.makeCurrent()
        let model = Container.shared.resolve(BookModel.self, arguments: emma)
        #expect(model.draft.placeholder == "A note on Emma")
        let other = SampleLibrary.books[1]
        let second = HeldScope(.screen, id: "Book 2", providing: { $0.provide(Book.self, other) })
        second.makeCurrent()
        #expect(Container.shared.resolve(BookModel.self, arguments: other).draft !== model.draft)
        first.makeCurrent()
        #expect(Container.shared.resolve(NoteDraft.self) === model.draft)
    }

    @Test func `Both apps are valid`() {
        expectValid(TestApp.container)
        expectValid(Container { AppAssembly() })
    }
}

private final class CountingLibrary: Library {
    private let log = Mutex<[String]>([])
    var loads: [String] { log.withLock { $0 } }

    func logIn(name: String, password: String) async throws -> Reader { Reader(name: name) }

    func books(of reader: Reader) async throws -> [Book] {
        log.withLock { $0.append(reader.name) }
        return SampleLibrary.books
    }
}
