import Bookshelf
import UIKit

final class ShelfViewController: UIViewController {
    private let model: ShelfModel
    var onChoice: (Book) -> Void = { _ in }
    var onLogOut: () -> Void = {}

    init(model: ShelfModel) {
        self.model = model
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { fatalError("A ShelfViewController is made by its coordinator.") }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Books of \(model.reader.name)"
        Task { await model.load() }
    }

    func choose(_ row: Int) { onChoice(model.books[row]) }
}
