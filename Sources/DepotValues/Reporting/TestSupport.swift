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
package struct TestIdentity: Hashable, @unchecked Sendable {  // The only initializer takes what is Sendable.
    private let base: AnyHashable

    package init(_ id: some Hashable & Sendable) { base = AnyHashable(id) }
}
