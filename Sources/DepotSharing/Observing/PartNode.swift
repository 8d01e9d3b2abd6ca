internal import Depot

/// Who follows a value or a part of it: observers, those who keep its last value, and the parts that are followed in it.
///
/// The nodes of one shared value are a tree. A node is there while somebody follows it. So neither a read that nobody observes nor a
/// property that is gone leaves anything behind, and there may be any number of nodes: a change visits only those of what has changed.
final class PartNode<Value: Sendable>: FollowedPart, @unchecked Sendable {  // Each `var` is only touched under `lock`.
    /// That of the whole tree; nothing of the user's is called under it.
    let lock: PartLock
    /// How many observed reads of the part Observation still has.
    private var reads = 0
    private var keepers: [ObjectIdentifier: FollowedReference<Value>] = [:]
    private var families: [any PartFamily<Value>] = []
    /// Those of the identities that its element had before, in which observers may be left.
    private var formers: [PartNode] = []
    /// Whether the node is no longer part of the tree.
    private var isDetached = false
    /// Takes it out of the tree; nil for the root.
    private let detach: (@Sendable () -> Void)?

    init(lock: PartLock, detach: (@Sendable () -> Void)? = nil) {
        self.lock = lock
        self.detach = detach
    }

    /// Tells all observers, of the parts as well.
    override func touch(_ observed: Observed) {
        let families = lock.withLock { _ in self.families }
        touchObservers(observed)
        for family in families { family.touch(observed) }
        leaveIfUnused()
    }

    override func readEnded() {
        lock.withLock { _ in reads -= 1 }
        leaveIfUnused()
    }

    override var isRead: Bool { reads > 0 || families.contains(where: \.isRead) }
}

/// The lock of a tree of nodes.
typealias PartLock = Locked<Void>

/// The followed parts of one kind in a value.
protocol PartFamily<Whole>: AnyObject, Sendable {
    associatedtype Whole: Sendable

    /// Tells those of the parts that have changed.
    func tell(_ change: Change<Whole>, _ observed: Observed)

    /// Tells all observers.
    func touch(_ observed: Observed)

    /// Whether no part is followed; under the lock of the tree.
    var isEmpty: Bool { get }

    /// Whether Observation has a read of a part; under the lock of the tree.
    var isRead: Bool { get }

    /// No part is followed from here on, as the whole has left the tree; under the lock of that.
    func close()
}

// MARK: - Following

extension PartNode {
    /// An observed read of the part; nil where the node has left the tree meanwhile.
    func observe() -> ObservedRead? {
        let isCounted = lock.withLock { _ in
            if isDetached { return false }
            reads += 1
            return true
        }
        return isCounted ? ObservedRead(of: self) : nil
    }

    /// Enters somebody who keeps the last value; false where the node has left the tree meanwhile.
    func add(_ keeper: FollowedReference<Value>) -> Bool {
        lock.withLock { _ in
            if isDetached { return false }
            keepers[ObjectIdentifier(keeper)] = keeper
            return true
        }
    }

    /// Takes out somebody who kept the last value.
    func remove(_ keeper: ObjectIdentifier) {
        let removed = lock.withLock { _ in keepers.removeValue(forKey: keeper) }
        withExtendedLifetime(removed) {}  // Released outside the lock.
        leaveIfUnused()
    }

    /// The family of a kind, made where there is none; nil where the node has left the tree meanwhile.
    func family<Family: PartFamily<Value>>(_ make: () -> Family) -> Family? {
        for case let family as Family in lock.withLock({ _ in families }) { return family }
        let made = make()
        return lock.withLock { _ in
            if isDetached { return nil }
            for case let family as Family in families { return family }
            families.append(made)
            return made
        }
    }

    /// Leaves the tree if nobody follows the value any more.
    func leaveIfUnused() {
        guard let detach else { return }
        let isLeaving = lock.withLock { _ in
            guard isUnused, !isDetached else { return false }
            isDetached = true
            for family in families { family.close() }
            return true
        }
        if isLeaving { detach() }
    }

    /// Whether nobody follows it; under the lock.
    private var isUnused: Bool { reads == 0 && keepers.isEmpty && families.allSatisfy(\.isEmpty) }

    /// Whether somebody follows it.
    var isFollowed: Bool { lock.withLock { _ in !isUnused } }
}

// MARK: - Telling

extension PartNode {
    /// Tells those who follow the value or a part of it, once, outside every lock.
    ///
    /// Where the value comes or goes, these are also those who follow parts that are missing before and after: they may be followed by
    /// another identity from here on.
    func tell(_ change: Change<Value>, isGone: Bool = false, _ observed: Observed) {
        var (change, elsewhere) = (change, [PartNode]())
        let (keepers, families, isObserved) = lock.withLock { _ in (Array(self.keepers.values), self.families, reads > 0) }
        if change.presence != .same {
            let lost = change.after == nil ? change.before.map { LostValue($0, isGone: isGone, version: change.version) } : nil
            elsewhere = keepers.compactMap { $0.comesOrGoes(lost) }
            if !elsewhere.isEmpty { change = change.moved }
        }
        if isObserved, hasChanged(change) { touchObservers(observed) }
        for family in families { family.tell(change, observed) }
        tellFormers(observed)
        for node in elsewhere where node !== self { pass(to: node) }
        leaveIfUnused()
    }

    /// Tells those who were not yet installed by Observation when their element got another identity, and so were not told.
    private func tellFormers(_ observed: Observed) {
        let formers = lock.withLock { _ in self.formers }
        if formers.isEmpty { return }
        for former in formers { former.touch(observed) }
        // Those who were installed have been told, and are gone.
        lock.withLock { _ in self.formers.removeAll { !$0.isRead } }
        withExtendedLifetime(formers) {}  // Released outside the lock.
    }

    /// Has the node of another identity tell later those who are left in this one, and in those before it.
    ///
    /// So no node that is among the former ones of another has any itself, and they make no ring.
    private func pass(to node: PartNode) {
        let before = lock.withLock { _ in
            let before = formers
            formers = []
            node.formers += (before + [self]).filter { $0 !== node && $0.isRead }
            return before
        }
        withExtendedLifetime(before) {}  // Released outside the lock.
    }

    /// Tells the observers; they are told once and come again if they want to know more.
    ///
    /// One that has read the part and is not yet installed by Observation is not told now. Its read still counts, so the next change tells it.
    private func touchObservers(_ observed: Observed) {
        guard lock.withLock({ _ in reads > 0 }), let read = observe() else { return }
        observed.changed(read)
    }

    private func hasChanged(_ change: Change<Value>) -> Bool {
        guard let before = change.before, let after = change.after else {
            return change.presence == .moved || (change.before == nil) != (change.after == nil)
        }
        return differ(before, after)
    }
}
