internal import Depot

/// What a testing library does for this module, which links none.
///
/// The module `DepotTesting` installs it when it is loaded.
package struct TestSupport: Sendable {
    /// Which test is running here, nil where that cannot be told.
    package let identity: @Sendable () -> TestIdentity?
    /// Fails the test that is running here.
    package let report: @Sendable (_ text: String, _ site: ReadSite?) -> Void

    package init(
        identity: @escaping @Sendable () -> TestIdentity?,
        report: @escaping @Sendable (_ text: String, _ site: ReadSite?) -> Void
    ) {
        self.identity = identity
        self.report = report
    }

    private static let slot = Locked<TestSupport?>(nil)

    /// What has been installed.
    package static var installed: TestSupport? { slot.withLock { $0 } }

    /// Installs it for the process, in place of what was there; nil takes it away.
    package static func install(_ support: TestSupport?) { slot.withLock { $0 = support } }
}

/// One run of one test: a test function, one case of a parameterised one, or one XCTest method.
package struct TestIdentity {
    /// What tells it from others that run at the same time.
    let id: AnyHashable
    private let object: (() -> AnyObject?)?

    /// - Parameters:
    ///   - id: What tells it from others that run at the same time.
    ///   - object: Finds what lives as long as this run and no longer; nil where there is no such thing. Called once for a run.
    package init(_ id: some Hashable & Sendable, whileAlive object: (() -> AnyObject?)? = nil) {
        self.id = AnyHashable(id)
        self.object = object
    }

    /// The run, to see later whether it has ended.
    var run: TestRun { TestRun(object?()) }
}

/// How to see that a run of a test has ended.
struct TestRun: @unchecked Sendable {  // The object is only looked at for whether it still lives.
    private weak let object: AnyObject?
    /// Whether its end can be seen.
    let isKnown: Bool

    fileprivate init(_ object: AnyObject?) {
        self.object = object
        isKnown = object != nil
    }

    /// Whether it has certainly ended.
    var hasEnded: Bool { isKnown && object == nil }
}
