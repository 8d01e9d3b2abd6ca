import Bookshelf
import UIKit

final class LoginViewController: UIViewController {
    private let model: LoginModel
    var onLogin: () -> Void = {}

    init(model: LoginModel) {
        self.model = model
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { fatalError("A LoginViewController is made by its coordinator.") }

    func logIn(name: String, password: String) async {
        model.name = name
        model.password = password
        await model.logIn()
        if model.message == nil { onLogin() }
    }
}
