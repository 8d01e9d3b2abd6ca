extension Shared {
    /// A part of the value, which reads and writes through.
    ///
    /// ```swift
    /// $signUp.phoneNumber.withLock { $0 = "555-0100" }
    /// ```
    public subscript<Member: Sendable>(
        dynamicMember keyPath: any WritableKeyPath<Value, Member> & Sendable
    ) -> Shared<Member> {
        Shared<Member>(Pointer(pointer.part(keyPath) { body, whole in body(&whole[keyPath: keyPath]) }))
    }

    /// A part of the value that cannot be written.
    public subscript<Member: Sendable>(
        dynamicMember keyPath: any KeyPath<Value, Member> & Sendable
    ) -> SharedReader<Member> {
        SharedReader<Member>(Pointer(pointer.part(keyPath) { _, _ in false }))
    }

    /// What an optional holds, nil if that is nothing.
    ///
    /// When the optional becomes nil later, this keeps the last value it had; what is written to it then changes only that. Who observes this is
    /// told when the optional becomes nil and when it is no longer.
    public init?(_ base: Shared<Value?>) {
        guard let part = base.pointer.wrapped() else { return nil }
        self.init(Pointer(part))
    }
}

extension Pointer {
    /// A part that is always there.
    func part<Member: Sendable>(
        _ keyPath: any KeyPath<Value, Member> & Sendable,
        _ modify: @escaping @Sendable (_ body: (inout Member) -> Bool, _ whole: inout Value) -> Bool
    ) -> DerivedReference<Value, Member> {
        let path = PartPath<Value, Member>.field(
            Part.Step(keyPath), get: { $0[keyPath: keyPath] }, modify: { modify($1, &$0) })
        return DerivedReference(of: self, path)
    }

    /// What an optional holds, nil if that is nothing.
    func wrapped<Wrapped: Sendable>() -> DerivedReference<Value, Wrapped>? where Value == Wrapped? {
        let path = PartPath<Wrapped?, Wrapped>.field(
            Part.Step(WrappedStep()), get: { $0 },
            modify: { whole, body in whole != nil && body(&whole!) })
        observePresence(of: path)
        let reference = reference
        let first = reference.moment()
        guard let now = first.value else { return nil }
        let part = DerivedReference(of: self, path, last: now)
        part.start(from: first, at: reference.moment())
        return part
    }
}

extension Pointer {
    /// Notes for the observation under way, if there is one, that it depends on whether a part is there.
    ///
    /// Called before the part is looked up, as for any read. The path is asked for only while something is observed.
    func observePresence<Member>(of path: @autoclosure () -> PartPath<Value, Member>) {
        while true {
            let reference = reference
            let observed = reference.store.observed
            if !observed.isTracking { return }
            let (path, renames) = (path(), reference.renames)
            observed.wasRead(reference.withNode { path.node($0)?.presence?.observe() })
            // As in `DerivedReference.read`.
            if self.reference.store.observed === observed, self.reference.renames == renames { return }
        }
    }
}

/// The step from an optional to what it holds.
private struct WrappedStep: Hashable, Sendable {}
