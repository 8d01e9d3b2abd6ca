extension DependencyValues {
    /// The cache of defaults in effect: the test's own, else that of the process.
    var defaults: DefaultCache {
        TestScope.inEffect(current: head, captured: captured)?.defaults ?? .process
    }

    /// The default of a key, made on first use.
    func defaultValue<Key: DependencyKey>(of key: Key.Type) -> Key.Value {
        let cache = defaults
        let context = context(in: cache)
        let slot = DefaultSlot(ObjectIdentifier(key), context)
        guard let entry = cache.find(slot) else {
            return DefaultBuild.entry(of: key, in: slot, context, of: cache, for: self).value(of: key)
        }
        guard entry.isUnread, !isUpdating else { return entry.value(of: key) }
        return (cache.settle(slot) ?? entry).value(of: key)
    }
}
