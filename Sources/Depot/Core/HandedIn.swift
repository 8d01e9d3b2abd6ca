import Synchronization

/// Keeps an object that was handed in from being disposed by those who pass it on.
final class HandedIn: Sendable {
    private nonisolated(unsafe) let object: AnyObject  // Only kept, so that nothing else is in its place before the claim ends.
    private let claim: DisposalClaim

    private init(_ object: AnyObject) {
        self.object = object
        claim = DisposalClaim(handedIn: object)
    }

    deinit { claim.end() }

    /// Claims what was handed in for a type; nil where nobody would dispose it.
    ///
    /// In place, because each copy of an existential costs 50 instructions.
    static func claim<Service>(_ instance: inout Service, _ dynamicType: DynamicType) -> HandedIn? {
        if dynamicType.isNeverObject { return nil }
        let type = withUnsafePointer(to: &instance) { dynamicType.identity(ofValueAt: $0) }
        if plainType(at: type).pointee.load(ordering: .relaxed) == type { return nil }
        let claim = claim(instance, isUnknown: type == DynamicType.unknown)
        if claim == nil, type != DynamicType.unknown { plainType(at: type).pointee.store(type, ordering: .relaxed) }
        return claim
    }

    @inline(never)
    private static func claim<Service>(_ instance: Service, isUnknown: Bool) -> HandedIn? {
        // Asked of the type first: it is boxed to be asked itself.
        guard isUnknown || Swift.type(of: instance as Any) is any Disposable.Type else { return nil }
        guard let disposable = instance as? any Disposable, Swift.type(of: disposable) is AnyClass else { return nil }
        return HandedIn(disposable as AnyObject)
    }

    /// Types that are not both classes and `Disposable`: to ask costs as much as an override, and tests hand in many mocks of few types.
    private nonisolated(unsafe) static let plainTypes = {  // Made once and never freed; what it points to are atomics.
        let types = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: 64)
        for index in 0..<64 { (types + index).initialize(to: Atomic(0)) }
        return types
    }()

    /// The place of a type, which the last that came there keeps.
    private static func plainType(at type: UInt) -> UnsafeMutablePointer<Atomic<UInt>> {
        plainTypes + Int(SlotTable.hash(type, shift: UInt(UInt.bitWidth - 6)))
    }
}
