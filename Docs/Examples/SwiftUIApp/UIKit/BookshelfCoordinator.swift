import Bookshelf
import Depot
import UIKit

/// Decides which screen comes next, makes its model, and holds the scope of the login.
@MainActor
final class BookshelfCoordinator {
    private let navigation: UINavigationController
    private let account: Account
    private let makeLogin: Factory<LoginModel>
    private let makeShelf: Factory<ShelfModel>
    private let makeBook: Factory<BookModel, Book>
    private var session: HeldScope?

    init(
        navigation: UINavigationController, account: Account, makeLogin: Factory<LoginModel>, makeShelf: Factory<ShelfModel>,
        makeBook: Factory<BookModel, Book>
    ) {
        self.navigation = navigation
        self.account = account
        self.makeLogin = makeLogin
        self.makeShelf = makeShelf
        self.makeBook = makeBook
    }

    func start() {
        let login = LoginViewController(model: makeLogin())
        login.onLogin = { [weak self] in self?.showShelf() }
        navigation.setViewControllers([login], animated: false)
    }

    private func showShelf() {
        guard let reader = account.reader else { return }
        let session = HeldScope(.session, id: reader.name, providing: { $0.provide(Reader.self, reader) })
        session.makeCurrent()
        self.session = session
        let shelf = ShelfViewController(model: makeShelf())
        shelf.onChoice = { [weak self] in self?.show($0) }
        shelf.onLogOut = { [weak self] in self?.logOut() }
        navigation.setViewControllers([shelf], animated: true)
    }

    private func show(_ book: Book) {
        let screen = HeldScope(.screen, id: "Book \(book.id)", providing: { $0.provide(Book.self, book) })
        screen.makeCurrent()
        let controller = BookViewController(model: makeBook(book), screen: screen)
        navigation.pushViewController(controller, animated: true)
    }

    private func logOut() {
        account.logOut()
        start()
        session = nil  // closes the session, with the screens in it
    }
}

/// Registers what only the app with UIKit has.
struct CoordinatorAssembly: Assembly {
    func assemble(_ container: Container) {
        container.register(BookshelfCoordinator.self, arguments: UINavigationController.self, using: BookshelfCoordinator.init)
    }
}
