import Bookshelf
import Depot
import UIKit

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    private var window: UIWindow?
    private var coordinator: BookshelfCoordinator?

    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions) {
        guard let scene = scene as? UIWindowScene else { return }
        let navigation = UINavigationController(nibName: nil, bundle: nil)
        let coordinator = Container.shared.resolve(BookshelfCoordinator.self, arguments: navigation)
        coordinator.start()
        let window = UIWindow(windowScene: scene)
        window.rootViewController = navigation
        window.makeKeyAndVisible()
        self.window = window
        self.coordinator = coordinator
    }
}
