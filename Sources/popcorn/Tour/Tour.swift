import Depot
import DepotSharing
import DepotValues
import Foundation

/// A walk through the app and the container that a newcomer understands by watching.
///
/// Everything is done for real, with a container of its own and in a directory that is removed at the end.
@MainActor
struct Tour {
    let container: Container
    let configuration: Configuration
    let password = Password(rawValue: "two tickets, please")

    /// When the tour takes place: at the first moment of 2026.
    static let start = Date(timeIntervalSince1970: 1_767_225_600)

    static func run() async {
        let home = FileManager.default.temporaryDirectory.appending(path: "popcorn-tour-\(Secret.random().prefix(12))")
        defer { try? FileManager.default.removeItem(at: home) }
        let tour = Tour(container: Container(), configuration: Configuration(home: home))

        Page.write("POPCORN, the sample app of Depot: a film app's login, wired by a container.")
        await withDependencies {
            Bootstrap.prepare(&$0, for: tour.configuration)
            $0.date = .constant(start)
            $0.uuid = .incrementing
        } operation: {
            tour.bootstrap()
            // What asks the network anything does so in a request's scope, as each command does.
            _ = try? await tour.container.withScope(.request, id: "tour") {
                await tour.signUp()
                await tour.logIn()
                await tour.refresh()
                await tour.scopes()
                await tour.shared()
                await tour.mocks()
            }
            tour.timings()
        }
        Page.write("\nThat was the tour. Nothing of it is left on this machine. Now try: popcorn --help")
    }
}
