import Bookshelf
import Depot
import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Launch.current.setUp(.shared)
        Container.shared.assemble { CoordinatorAssembly() }
        return true
    }
}
