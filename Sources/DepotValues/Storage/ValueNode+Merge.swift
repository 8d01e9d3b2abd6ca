extension ValueNode {
    /// What was captured, merged with what is in effect: for each key the later override.
    ///
    /// The overrides in effect are usually the captured ones with more in front, or the other way round; only two
    /// chains that went separate ways are copied.
    static func merged(_ captured: ValueNode?, _ current: ValueNode?) -> ValueNode? {
        guard let captured else { return current }
        guard let current else { return captured }
        if current.isOrExtends(captured) { return current }
        if captured.isOrExtends(current) { return captured }
        var entries = ValueTable.newest(in: captured)
        for node in ValueTable.newest(in: current) {
            entries.enter(node) { $0.stamp <= node.stamp || node.key == TestScopeKey.id }
        }
        return ValueTable(entries)
    }

    /// The later of what was captured and what is in effect, for one key, borrowed from those: counting it costs a read 6 ns of 47.
    @usableFromInline
    static func find(_ key: ObjectIdentifier, captured: ValueNode?, current: ValueNode?) -> Unmanaged<ValueNode>? {
        guard let captured, captured !== current else { return current?.borrow(key) }
        guard let then = captured.borrow(key) else { return current?.borrow(key) }
        guard let now = current?.borrow(key) else { return then }
        return now._withUnsafeGuaranteedRef(\.stamp) >= then._withUnsafeGuaranteedRef(\.stamp) ? now : then
    }

    private func isOrExtends(_ other: ValueNode) -> Bool { sequence(first: self) { $0.next }.contains { $0 === other } }
}
