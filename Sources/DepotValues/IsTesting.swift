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
