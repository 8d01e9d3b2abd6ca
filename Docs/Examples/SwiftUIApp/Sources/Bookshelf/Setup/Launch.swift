public import Depot
internal import DepotSharing
internal import DepotValues
internal import Foundation

/// How the app was started: by a person, or by a test of the user interface.
public struct Launch: Sendable {
    private let arguments: [String]
    private let environment: [String: String]

    /// - Parameters:
    ///   - arguments: Those of the process.
    ///   - environment: That of the process.
    public init(arguments: [String], environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
    }

    /// How this process was started.
    public static var current: Launch { Launch(arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment) }

    /// Whether a test of the user interface runs the app.
    var isUITest: Bool { arguments.contains("-ui-testing") }

    /// Sets the app up: once, before the first view.
    ///
    /// - Parameter container: What is assembled.
    public func setUp(_ container: Container) {
        guard isUITest else { return container.assemble { AppAssembly() } }
        container.assemble { SampleAssembly() }
        if environment["UI_TEST_LIBRARY"] == "offline" { container.replace((any Library).self, with: OfflineLibrary()) }
        prepareDependencies {
            $0.uuid = .incrementing
            $0.defaultAppStorage = .inMemory()
            $0.defaultFileStorage = .inMemory()
            if let now = date { $0.date = .constant(now) }
        }
    }

    /// The time that the test wants it to be.
    private var date: Date? { environment["UI_TEST_DATE"].flatMap { try? Date($0, strategy: .iso8601) } }
}
