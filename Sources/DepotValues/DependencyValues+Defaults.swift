extension DependencyValues {
    /// The cache of defaults in effect: the test's own, else that of the process.
    var defaults: DefaultCache { test?.defaults ?? ProcessState.shared.defaults }

    /// The test in effect.
    private var test: TestScope? {
        ProcessState.shared.isTest ? TestScope.inEffect(current: head, captured: captured) : nil
    }

    /// The default of a key where the process has it already; borrowed from the process, counting it costs a read 7 ns of 57.
    ///
    /// It is nil in a test, whose defaults are its own.
    @usableFromInline
    func defaultOfProcess(_ key: ObjectIdentifier) -> Unmanaged<DefaultEntry>? {
        let process = ProcessState.shared
        guard !process.isTest, let entry = process.defaults.find(DefaultSlot(key, context(in: process.defaults))), isSettled(entry) else {
            return nil
        }
        return entry
    }

    /// The default of a key, made on first use; in a test what its traits set for the whole of it.
    @usableFromInline
    func defaultEntry(of key: any TestDependencyKey.Type) -> DefaultEntry {
        let test = test
        if !isPreparing, let entry = test?.values?.find(ObjectIdentifier(key))?.asDefault(preparedAt: nil) { return entry }
        let cache = test?.defaults ?? ProcessState.shared.defaults
        let context = context(in: cache)
        let slot = DefaultSlot(ObjectIdentifier(key), context)
        if let entry = cache.find(slot), isSettled(entry) { return entry.takeUnretainedValue() }
        return cache.settle(slot, isRead: !DefaultBuild.isSilent(self))
            ?? DefaultBuild.entry(of: key, in: slot, context, of: cache, for: self)
    }

    /// Whether nobody needs to take note that this reads a default.
    private func isSettled(_ entry: Unmanaged<DefaultEntry>) -> Bool {
        isUpdating || !entry._withUnsafeGuaranteedRef { $0.isUnread }
    }
}
