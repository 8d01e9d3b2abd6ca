internal import Depot

/// What belongs to one test: its defaults, and the values that its traits set.
package final class TestScope: Sendable {
    let defaults = DefaultCache(context: ProcessState.shared.context)
    private let ofTraits = Locked<ValueNode?>(nil)

    package init() {}
}

/// A test's scope among the overrides.
final class TestScopeReference: Sendable {
    private let kept: TestScope?
    private weak let seen: TestScope?

    /// Keeps the scope, as what is made in a test does: it has the test's defaults wherever it is used later.
    ///
    /// Not where it is for all: what the scope itself keeps must not keep it, nor what outlives the test.
    init(_ scope: TestScope, isOfAll: Bool = false) {
        kept = isOfAll ? nil : scope
        seen = scope
    }

    /// Whether it is for what does not keep the scope.
    var isOfAll: Bool { kept == nil }

    /// The scope; nil when the test has ended.
    var scope: TestScope? { kept ?? seen }
}

/// The key under which a test's scope is kept among the overrides.
enum TestScopeKey: DependencyKey {
    static var id: ObjectIdentifier { ObjectIdentifier(TestScopeKey.self) }
    static var liveValue: TestScopeReference { TestScopeReference(TestScope()) }
}

// MARK: - Which one

extension TestScope {
    /// The scope in effect for a reader: the one bound here, that of the running test, the one captured; else none.
    static func inEffect(current: ValueNode?, captured: ValueNode?) -> TestScope? {
        bound(in: current) ?? ofRunningTest() ?? bound(in: captured)
    }

    /// What was captured, unless that was in another test than the one that reads: an object that tests share has what that one sets.
    static func inSameTest(_ captured: ValueNode?, _ current: ValueNode?) -> ValueNode? {
        guard let captured, ProcessState.shared.isTest, let then = bound(in: captured), let now = bound(in: current) ?? ofRunningTest()
        else { return captured }
        return then === now ? captured : nil
    }

    private static func bound(in head: ValueNode?) -> TestScope? {
        head?.find(TestScopeKey.self)?.scope
    }

    /// The scope of the running test, nil outside a test.
    private static func ofRunningTest() -> TestScope? {
        TestSupport.installed?.identity().map(KnownTests.scope)
    }
}

// MARK: - What the whole test sees

extension TestScope {
    /// What its traits set.
    var values: ValueNode? { ofTraits.withLock { $0 } }

    /// Takes the overrides in effect for those of the whole test; a trait has set them.
    func takeValuesInEffect() {
        let all = ValueTable.newest(in: .current).filter { $0.key != TestScopeKey.id }
        let table = all.isEmpty ? nil : ValueTable(all)
        if let context = table?.find(DependencyContextKey.self) { defaults.use(context) }
        let old = ofTraits.withLock { values in
            defer { values = table }
            return values
        }
        withExtendedLifetime(old) {}  // Released outside the lock.
    }
}

// MARK: - Taking it along

extension TestScope {
    /// The overrides in effect and, in a test, its scope: what a `@Dependency` and an escaping operation keep.
    static func capture() -> ValueNode? {
        let head = ValueNode.current
        guard ProcessState.shared.isTest, bound(in: head) == nil, let running = ofRunningTest() else { return head }
        return ValueNode.adding(TestScopeKey.self, TestScopeReference(running), to: head)
    }
}
