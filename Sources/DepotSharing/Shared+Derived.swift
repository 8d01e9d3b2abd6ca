extension Shared {
    /// A part of the value, which reads and writes through.
    ///
    /// ```swift
    /// $signUp.phoneNumber.withLock { $0 = "555-0100" }
    /// ```
    ///
    /// - Parameter keyPath: The part.
    public subscript<Member: Sendable>(
        dynamicMember keyPath: any WritableKeyPath<Value, Member> & Sendable
    ) -> Shared<Member> {
        Shared<Member>(Pointer(pointer.part(keyPath) { body, whole in body(&whole[keyPath: keyPath]) }, isPart: true))
    }

    /// A part of the value that cannot be written.
    ///
    /// - Parameter keyPath: The part.
    public subscript<Member: Sendable>(
        dynamicMember keyPath: any KeyPath<Value, Member> & Sendable
    ) -> SharedReader<Member> {
        SharedReader<Member>(Pointer(pointer.part(keyPath) { _, _ in false }, isPart: true))
    }

    /// What an optional holds, nil if that is nothing.
    ///
    /// When the optional becomes nil later, this keeps the last value it had; what is written to it then changes only that.
    ///
    /// - Parameter base: The optional.
    public init?(_ base: Shared<Value?>) {
        guard let part = base.pointer.wrapped() else { return nil }
        self.init(Pointer(part, isPart: true))
    }
}

extension Shared where Value: MutableCollection & RandomAccessCollection, Value.Element: Sendable, Value.Index: Hashable & Sendable {
    /// An element, which reads and writes through.
    ///
    /// When it is removed later, this keeps the last value it had; what is written to it then changes only that.
    ///
    /// - Parameter position: Where it is; there has to be an element now.
    public subscript(position: Value.Index) -> Shared<Value.Element> {
        let path = DerivedReference<Value, Value.Element>.Path(
            step: Part.Step(position),
            get: { $0.indices.contains(position) ? $0[position] : nil },
            modify: { whole, body in body(&whole[position]) })
        let last = pointer.reference.current[position]
        return Shared<Value.Element>(
            Pointer(DerivedReference(of: pointer, path, last: last, canBeMissing: true), isPart: true))
    }
}

extension Pointer {
    /// A part that is always there.
    func part<Member: Sendable>(
        _ keyPath: any KeyPath<Value, Member> & Sendable,
        _ modify: @escaping @Sendable (_ body: (inout Member) -> Bool, _ whole: inout Value) -> Bool
    ) -> DerivedReference<Value, Member> {
        let path = DerivedReference<Value, Member>.Path(
            step: Part.Step(keyPath), get: { $0[keyPath: keyPath] }, modify: { modify($1, &$0) })
        return DerivedReference(of: self, path, last: reference.current[keyPath: keyPath], canBeMissing: false)
    }

    /// What an optional holds, nil if that is nothing.
    func wrapped<Wrapped: Sendable>() -> DerivedReference<Value, Wrapped>? where Value == Wrapped? {
        guard let now = reference.current else { return nil }
        let path = DerivedReference<Wrapped?, Wrapped>.Path(
            step: Part.Step(WrappedStep()), get: { $0 },
            modify: { whole, body in
                guard var value = whole, body(&value) else { return false }
                whole = value
                return true
            })
        return DerivedReference(of: self, path, last: now, canBeMissing: true)
    }
}

/// The step from an optional to what it holds.
private struct WrappedStep: Hashable, Sendable {}
