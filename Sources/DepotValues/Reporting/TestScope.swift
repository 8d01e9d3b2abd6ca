internal import Depot

/// What belongs to one test: its defaults.
package final class TestScope: Sendable {
    let defaults = DefaultCache()

    package init() {}

    /// The scopes of the tests that have read something so far.
    private static let known = Locked<[TestIdentity: TestScope]>([:])
}

/// The key under which a test's scope is kept among the overrides.
enum TestScopeKey: DependencyKey {
    static var id: ObjectIdentifier { ObjectIdentifier(TestScopeKey.self) }
    static var liveValue: TestScope { TestScope() }
}

// MARK: - Which one

extension TestScope {
    /// The scope in effect for a reader: the one bound here, that of the running test, the one captured; else none.
    static func inEffect(current: ValueNode?, captured: ValueNode?) -> TestScope? {
        if let bound = current?.find(TestScopeKey.id) { return bound.value(of: TestScopeKey.self) }
        if let running = ofRunningTest() { return running }
        return captured?.find(TestScopeKey.id)?.value(of: TestScopeKey.self)
    }

    /// The scope of the running test, nil outside a test.
    private static func ofRunningTest() -> TestScope? {
        guard let identity = TestSupport.installed?.identity() else { return nil }
        return known.withLock { known in
            if let scope = known[identity] { return scope }
            let scope = TestScope()
            known[identity] = scope
            return scope
        }
    }

    /// Forgets a test that has ended.
    package static func forget(_ identity: TestIdentity) {
        _ = known.withLock { known in known.removeValue(forKey: identity) }
    }
}

// MARK: - Taking it along

extension TestScope {
    /// The overrides in effect and, in a test, its scope: what a `@Dependency` and an escaping operation keep.
    static func capture() -> ValueNode? {
        let head = ValueNode.current
        return ProcessState.shared.isTest ? capture(head) : head
    }

    private static func capture(_ head: ValueNode?) -> ValueNode? {
        if head?.find(TestScopeKey.id) != nil { return head }
        guard let running = ofRunningTest() else { return head }
        return ValueNode.adding(TestScopeKey.self, running, to: head)
    }
}
