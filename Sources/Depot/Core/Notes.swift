/// What a run has noted when it ends, for the run that it was part of: its own list, and what the runs in it have left.
///
/// So what a long chain of runs notes is kept once, and not by each of them for all that are below it.
final class Notes {  // Immutable until it goes.
    private let elements: [DependencyList.Element]
    /// Where the run looked keys up.
    private let home: Core
    /// Whether the run that it was part of has overrides that it had not.
    private let isAside: Bool
    private var inner: [Notes]

    /// Takes the elements of a list, and not what finds them in it.
    init(_ list: DependencyList, home: Core, isAside: Bool = false, inner: [Notes]) {
        elements = list.elements
        self.home = home
        self.isAside = isAside
        self.inner = inner
    }

    deinit {
        // One after the other: a chain of any length fits on the stack.
        var open = inner
        inner = []
        while var last = open.popLast() {
            guard isKnownUniquelyReferenced(&last) else { continue }
            open += last.inner
            last.inner = []
        }
    }

    /// Adds everything in several notes to a list, whose owner looks keys up at `home`.
    static func add(_ notes: [Notes], to list: inout DependencyList, for home: Core) {
        var open = notes.map { (notes: $0, isAside: $0.isAside) }
        // A run leaves them to one other, so none comes twice.
        while let (last, isAside) = open.popLast() {
            open += last.inner.map { ($0, isAside || $0.isAside) }
            list.insert(last.elements, from: last.home, isAside: isAside, for: home)
        }
    }
}

extension DependencyList {
    /// Adds what a part of the run has noted, which looked keys up at another place.
    fileprivate mutating func insert(_ elements: [Element], from place: Core, isAside: Bool, for home: Core) {
        for element in elements {
            let place = element.place ?? place
            let isAside = isAside || element.isAside
            insert(Element(resolved: element.resolved, place: place === home ? nil : place, isAside: isAside), isIndirect: true)
        }
    }
}

extension Build {
    /// Leaves what it has noted to the run that it is part of, or else to the one of ``Origin/noting``.
    func leaveNotes() {
        guard let parent = parent ?? bound.runningFactory, !parent.isFinished, parent.container.core.family === container.core.family,
            !dependencies.elements.isEmpty || !inner.isEmpty
        else { return }
        if inner.isEmpty, dependencies.elements.count <= Self.shortList {
            // Once only, however often the same is resolved.
            parent.dependencies.insert(
                dependencies.elements, from: lookupHome, isAside: parent.asksAside(container.core), for: parent.lookupHome)
        } else {
            parent.inner.append(Notes(dependencies, home: lookupHome, isAside: parent.asksAside(container.core), inner: inner))
        }
    }

    private static var shortList: Int { 32 }

    /// All that was resolved in it.
    var noted: DependencyList {
        var list = dependencies
        addRest(to: &list)
        return list
    }

    /// Adds what is not in the first of its lists.
    private func addRest(to list: inout DependencyList) {
        for element in bounded.elements { list.insert(element) }
        if !inner.isEmpty { Notes.add(inner, to: &list, for: lookupHome) }
    }

    /// Takes out what the run noted, for the instance that it made.
    func takeNotes() -> (dependencies: DependencyList, replacements: Handful<ActiveReplacement>) {
        var all = dependencies
        // Released here, so that the list has one owner and is not copied.
        dependencies = DependencyList()
        if hasNoNotes { return (all, Handful()) }
        addRest(to: &all)
        return (all, dropNotes().replacements)
    }

    typealias AllNotes = (
        dependencies: DependencyList, bounded: DependencyList, inner: [Notes], replacements: Handful<ActiveReplacement>,
        met: (kind: ScopeKind, scope: Scope?)?
    )

    /// Takes out what the run noted as one object, to be released outside the lock.
    func takeNotesAside() -> AnyObject { Remains(dropNotes()) }

    /// Takes out what the run noted, for the caller to release outside the lock.
    func dropNotes() -> AllNotes {
        defer { (dependencies, bounded, inner, replacements, met) = (DependencyList(), DependencyList(), [], Handful(), nil) }
        return (dependencies, bounded, inner, replacements, met)
    }

    /// Whether a container, as it was asked, does not have all overrides that the run is in.
    func asksAside(_ view: Core) -> Bool {
        let own = container.core
        return own.unretainedOverriding != nil && own !== view && own.layers.contains { !view.isUnder($0.opened) }
    }

    /// Notes something that the run resolved, itself or by what it resolved, where it was looked up; says whether that is new.
    ///
    /// What belongs to an override or a scope is bounded: not every run may note it that this one is part of.
    func note(_ resolved: DependencyList.Resolved, at place: Unmanaged<Core>, isAside: Bool, isIndirect: Bool, isBounded: Bool) -> Bool {
        let isHere = place.toOpaque() == unretainedLookupHome.toOpaque()
        let element = DependencyList.Element(resolved: resolved, place: isHere ? nil : place.takeUnretainedValue(), isAside: isAside)
        if isBounded { return bounded.insert(element, isIndirect: isIndirect) }
        return dependencies.insert(element, isIndirect: isIndirect)
    }

    /// Takes over what it noted before it was materialized.
    func take(_ notes: DependencyList) {
        dependencies = notes
        for case .instance(let instance) in notes.elements.lazy.map(\.resolved) where instance.met != nil { met = instance.met }
    }

    /// Whether it noted nothing.
    var hasNoNotes: Bool { dependencies.elements.isEmpty && bounded.elements.isEmpty && inner.isEmpty && replacements.isEmpty }
}
