import Bookshelf
import Depot
import SwiftUI

@main
struct BookshelfApp: App {
    init() {
        Launch.current.setUp(.shared)
        #if DEBUG
            do {
                try Container.shared.validate()
            } catch {
                fatalError("\(error)")  // every problem, each with its line
            }
        #endif
    }

    var body: some Scene {
        WindowGroup { RootView() }
    }
}
