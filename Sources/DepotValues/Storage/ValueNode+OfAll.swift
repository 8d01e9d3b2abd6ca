internal import Depot

// What is made for all tasks, a default or a service that the container keeps, is made in nobody's overrides: whoever asks first would
// else leave them in it for the others.
extension ValueNode {
    /// The values that something shared is made with, where these are in effect.
    package final var ofAll: Ambient? {
        let context = find(DependencyContextKey.self)
        return ValueNode.ofAll(ProcessState.shared.isTest ? TestScope.inEffect(current: self, captured: nil) : nil, context)
    }

    /// Whether what reads here is the making of something shared.
    final var isOfAll: Bool { find(TestScopeKey.self)?.isOfAll ?? false }

    /// The values that something shared is made with: those of the whole test, and the context.
    ///
    /// The test is not kept: its defaults would else keep themselves. Nor are the values of its traits: a reader finds them by the test, and
    /// would else find those of another one. `context` is the one in effect, nil where no override sets one.
    static func ofAll(_ test: TestScope?, _ context: DependencyContext?) -> ValueNode? {
        var head = test?.values?.containerNode?.alone()
        if let context, context != (test?.defaults ?? ProcessState.shared.defaults).context {
            head = Override.earliest(DependencyContextKey.id, context, addedTo: head)
        }
        if let test { head = ValueNode.adding(TestScopeKey.self, TestScopeReference(test, isOfAll: true), to: head) }
        return head
    }
}
