extension DependencyValues {
    /// The cache of defaults in effect: the test's own, else that of the process.
    var defaults: DefaultCache {
        let process = ProcessState.shared
        guard process.isTest else { return process.defaults }
        return TestScope.inEffect(current: head, captured: captured)?.defaults ?? process.defaults
    }

    /// The default of a key, made on first use.
    @usableFromInline
    func defaultValue<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value {
        // Not `defaults`, so that a reader outside of tests need not count the cache of the process: 7 ns of 57.
        let process = ProcessState.shared
        if process.isTest, let test = TestScope.inEffect(current: head, captured: captured) { return value(of: key, in: test.defaults) }
        return value(of: key, in: process.defaults)
    }

    private func value<Key: TestDependencyKey>(of key: Key.Type, in cache: DefaultCache) -> Key.Value {
        let context = context(in: cache)
        let slot = DefaultSlot(ObjectIdentifier(key), context)
        if let entry = cache.find(slot), isUpdating || !entry._withUnsafeGuaranteedRef({ $0.isUnread }) {
            return entry._withUnsafeGuaranteedRef { $0.value(of: key) }
        }
        return firstEntry(of: key, in: slot, context, of: cache).value(of: key)
    }

    /// The default of a key that nobody has read yet.
    ///
    /// From here on the key is no type parameter, so that the library's own keys have no copies of the code.
    @inline(never)
    private func firstEntry(
        of key: any TestDependencyKey.Type, in slot: DefaultSlot, _ context: DependencyContext, of cache: DefaultCache
    ) -> DefaultEntry {
        cache.settle(slot) ?? DefaultBuild.entry(of: key, in: slot, context, of: cache, for: self)
    }
}
