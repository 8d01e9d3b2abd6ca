internal import Depot

/// The value of a part before a change that ended it.
final class LostValue<Value: Sendable>: Sendable {
    let value: Value
    /// Whether what is found in its place from here on is another one.
    let isGone: Bool
    /// The version of the whole after the change.
    let version: Int

    init(_ value: Value, isGone: Bool, version: Int) {
        self.value = value
        self.isGone = isGone
        self.version = version
    }
}

/// A reference in which a part is followed.
// Each `var` is only touched under the owner's lock.
final class FollowedReference<Value: Sendable>: @unchecked Sendable {
    /// The number of the latest turn that led there.
    let turn: Int
    /// The part now; nil where it is missing.
    let get: @Sendable () -> Value?
    /// The version of the moment from which on the part is followed; nil until that is known.
    var start: Int?
    /// What was told before that.
    var early: [LostValue<Value>] = []
    private weak var owner: LastValue<Value>?
    /// Enters it in the node of the part, under the name that this has now.
    private let find: @Sendable (FollowedReference) -> PartNode<Value>
    private let place = Locked(Place())

    private struct Place {
        /// Where it is entered.
        var node: PartNode<Value>?
        var hasEnded = false
    }

    init(
        _ owner: LastValue<Value>, _ turn: Int, in find: @escaping @Sendable (FollowedReference) -> PartNode<Value>,
        _ get: @escaping @Sendable () -> Value?
    ) {
        self.owner = owner
        self.turn = turn
        self.find = find
        self.get = get
        enter()
    }

    /// Enters it under the name that it has now.
    ///
    /// - Returns: Its node, where it was entered in another one before.
    @discardableResult
    private func enter() -> PartNode<Value>? {
        var isMoved = false
        while true {
            let before = place.withLock { $0.node }
            let node = find(self)
            let isEntered = place.withLock { place in
                if place.hasEnded || place.node !== before { return false }
                place.node = node
                return true
            }
            if isEntered, before === node { return isMoved ? node : nil }
            if isEntered, before != nil { isMoved = true }
            let left = isEntered ? before : node
            if let left, place.withLock({ $0.node !== left }) { left.remove(ObjectIdentifier(self)) }
            if place.withLock({ $0.hasEnded }) { return nil }
            // It is looked up again: the name may have changed, and been told, before it was entered, and another thread may have entered it where
            // it has just been taken out.
        }
    }

    /// Ends it.
    func leave() {
        let node = place.withLock { place in
            place.hasEnded = true
            return place.node.take()
        }
        node?.remove(ObjectIdentifier(self))
    }

    /// Passes over changes that are told later: they would bring back what was there before a write.
    func skip(upTo version: Int) { start = start.map { max($0, version) } }

    /// The part, or what it is a part of, comes or goes; `lost` is what it was where it goes.
    ///
    /// That is kept unless an element that it is, or lies in, is followed by another identity now, and it is there.
    ///
    /// - Returns: Its node, where it is followed elsewhere from here on.
    func comesOrGoes(_ lost: LostValue<Value>?) -> PartNode<Value>? {
        let node = enter()
        if let lost, lost.isGone || node == nil || get() == nil { owner?.keep(lost, of: self) }
        return node
    }
}
