import Bookshelf
import Depot
import UIKit

/// Made by a storyboard, without anything: what it needs, it resolves in the scope of its screen.
final class DraftViewController: UIViewController {
    @Inject private var draft: NoteDraft
    private let placeholder = UILabel()
    var book = Book(id: 0, title: "", author: "")

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        showContainerScope(.screen, id: "Draft \(book.id)", providing: { [book] in $0.provide(Book.self, book) })
        placeholder.text = draft.placeholder  // the first access: in the scope
    }
}
