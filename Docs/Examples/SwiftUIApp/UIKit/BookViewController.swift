import Bookshelf
import Depot
import UIKit

/// Holds the scope of its screen: it ends when the controller goes.
final class BookViewController: UIViewController {
    private let model: BookModel
    private let screen: HeldScope

    init(model: BookModel, screen: HeldScope) {
        self.model = model
        self.screen = screen
        super.init(nibName: nil, bundle: nil)
    }

    init?(coder: NSCoder, model: BookModel, screen: HeldScope) {
        self.model = model
        self.screen = screen
        super.init(coder: coder)
    }

    required init?(coder: NSCoder) { fatalError("A BookViewController needs a model: instantiate it with a creator.") }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        screen.makeCurrent()
        title = model.book.title
    }
}

extension UIStoryboard {
    /// A controller of a storyboard that gets what it needs in its initializer.
    func bookViewController(model: BookModel, screen: HeldScope) -> BookViewController {
        instantiateViewController(identifier: "Book") { coder in
            BookViewController(coder: coder, model: model, screen: screen)
        }
    }
}
