import Depot
import DepotTesting
import DepotValues
import Foundation
import Testing

/// A key with all three values, each told apart from the others.
enum NumberKey: DependencyKey {
    static let liveValue = 1
    static let testValue = 2
    static let previewValue = 3
}

/// A key whose default is an optional.
enum MaybeKey: DependencyKey {
    static var liveValue: Int? { 1 }
    static var testValue: Int? { 2 }
}

/// A struct of closures, its own key, without a test value.
struct Client: DependencyKey {
    var fetch: @Sendable () -> String
    var store: @Sendable () -> String
    static let liveValue = Client(fetch: { "live fetch" }, store: { "live store" })
}

/// A key with a live value alone.
enum LiveOnlyKey: DependencyKey {
    static let liveValue = "live"
}

extension DependencyValues {
    var number: Int {
        get { self[NumberKey.self] }
        set { self[NumberKey.self] = newValue }
    }

    var maybe: Int? {
        get { self[MaybeKey.self] }
        set { self[MaybeKey.self] = newValue }
    }

    var client: Client {
        get { self[Client.self] }
        set { self[Client.self] = newValue }
    }

    var liveOnly: String {
        get { self[LiveOnlyKey.self] }
        set { self[LiveOnlyKey.self] = newValue }
    }
}

struct Reader: Sendable {
    @Dependency(\.number) var number
    @Dependency(\.maybe) var maybe
}

struct Failure: Error, Equatable {}

/// Runs an operation and returns the texts of the failures that it reports.
func reports(_ operation: () -> Void) -> [String] {
    let texts = Locked<[String]>([])
    withKnownIssue(isIntermittent: true) {
        operation()
    } matching: { issue in
        let text = issue.comments.first?.rawValue ?? ""
        texts.withLock { $0.append(text) }
        return true
    }
    return texts.withLock { $0 }
}

/// The failure of a key that has no test value.
///
/// - Parameters:
///   - key: The key.
///   - value: The type of its value.
///   - path: How it is set.
///   - file: Where it was read.
///   - line: Where it was read.
/// - Returns: The text.
func missing(_ key: String, _ value: String, setBy path: String = "$0.liveOnly", _ file: String, line: Int) -> String {
    """
    Depot: a dependency has no test value, and a test has read it.
      Key:   \(key)
      Value: \(value)
      Read:  the @Dependency at DepotValuesTests/\(file):\(line)
    Give it one of these, in the order of how much of the test it covers:
      • around the code under test: withDependencies { \(path) = … } operation: { … }
      • for a test or a suite: the trait .dependencies { \(path) = … }
      • for all tests: static let testValue in \(key)
    The test went on with the live value.
    """
}
