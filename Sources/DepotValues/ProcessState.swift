/// Whether this process runs tests.
///
/// For the entry point of an app that is also the host of its tests, and should then not start what it does for users:
///
/// ```swift
/// var body: some Scene { WindowGroup { if !isTesting { RootView() } } }
/// ```
///
/// Found out once, as described at ``DependencyContext``; a preview is no test.
public var isTesting: Bool { ProcessState.shared.isTest }

/// What is found out about the process once; one global, since reading one takes 3 ns.
struct ProcessState {
    /// Whether this process can be running tests.
    let isTest: Bool
    /// The context that is in effect where the code says nothing.
    let context: DependencyContext
    /// The defaults where no test has its own.
    let defaults: DefaultCache

    static let shared = ProcessState(.current)

    private init(_ facts: ProcessFacts) {
        isTest = facts.isTest
        context = DependencyContext.detect(facts)
        defaults = DefaultCache(context: context)
    }
}
