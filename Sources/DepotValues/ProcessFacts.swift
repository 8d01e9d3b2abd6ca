internal import Foundation

/// What tells a test, a preview and an app apart.
struct ProcessFacts {
    var arguments: [String] = []
    var environment: [String: String] = [:]

    /// Those of this process.
    static var current: ProcessFacts {
        ProcessFacts(arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)
    }
}

extension ProcessFacts {
    var isPreview: Bool { environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" }

    /// Whether a test runner started this process: Xcode's sets its variables; that of SwiftPM shows in the arguments.
    var isTest: Bool {
        let variables = ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"]
        if variables.contains(where: { environment[$0] != nil }) { return true }
        if arguments.contains(where: { $0 == "--testing-library" || $0.hasPrefix("--testing-library=") }) { return true }
        guard let program = arguments.first else { return false }
        let name = program.components(separatedBy: "/").last ?? program
        return name.hasSuffix(".xctest") || ["xctest", "swiftpm-testing-helper", "swiftpm-xctest-helper"].contains(name)
    }
}
