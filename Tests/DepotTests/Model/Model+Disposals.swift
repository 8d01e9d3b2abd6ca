extension Model {
    /// What is to be disposed, and at which end.
    struct Disposals {
        enum End: Hashable {
            case core(Int), scope(Int), replacement(Int)
            /// What was made in the place of which a scope was given something; the last of it.
            case given(Int)
        }

        /// What one owner disposes at its end, in order; and as part of which other ends, the outermost first and its own last.
        struct Group {
            let path: [End]
            let serials: [Int]
            /// The kind of the scope that they lived in, where that lies in none of an inner kind; nil for all others.
            var kind: ModelKind?

            /// Whether it comes before another because its kind lies within the other's, where they end with the same container.
            func isWithin(_ other: Group) -> Bool {
                guard let kind, let otherKind = other.kind, let core = path.last(where: \.isCore) else { return false }
                return kind.rawValue > otherKind.rawValue && core == other.path.last(where: \.isCore)
            }
        }

        /// In the order of creation.
        private var waiting: [(serial: Int, ends: Set<End>)] = []
        /// What is to have been disposed by now, since that was last asked for.
        private(set) var due: [Group] = []
        /// What is disposed at some end only where it is still there.
        private(set) var weak: Set<Int> = []

        mutating func add(_ serial: Int, until ends: Set<End>) { waiting.append((serial, ends)) }
        /// What was made for an instance alone ends with that, where it ends before its container or scope does.
        mutating func change(_ serials: [Int], until ends: Set<End>) {
            for index in waiting.indices where serials.contains(waiting[index].serial) { waiting[index].ends = ends }
        }
        mutating func addWeak(_ serial: Int) { weak.insert(serial) }

        /// Disposes what belongs to something that ends: what was made last comes first.
        ///
        /// An override does so with all that it has, in whatever scope that lives.
        mutating func end(_ path: [End], isOverride: Bool = false, kindOf: (_ scope: Int) -> ModelKind? = { _ in nil }) {
            func kind(_ ends: some Sequence<End>) -> ModelKind? {
                for case .scope(let scope) in ends { return kindOf(scope) }
                return nil
            }
            guard let end = path.last else { return }
            let ending = waiting.reversed().filter { $0.ends.contains(end) }
            if ending.isEmpty { return }
            waiting.removeAll { $0.ends.contains(end) }
            // What lives in scopes is taken out of each for itself.
            let isTogether = isOverride || path.contains(where: \.isScope)
            let scoped = Dictionary(grouping: ending.filter { $0.ends.count > 1 && !isTogether }) { $0.ends }
            for (ends, group) in scoped {
                due.append(Group(path: ends.filter(\.isScope) + path, serials: group.map(\.serial), kind: kind(ends)))
            }
            let own = ending.filter { $0.ends.count == 1 || isTogether }
            if !own.isEmpty { due.append(Group(path: path, serials: own.map(\.serial), kind: kind(path.reversed()))) }
        }

        /// Disposes what a scope has something else in the place of.
        mutating func end(_ serials: Set<Int>) {
            let ending = waiting.reversed().map(\.serial).filter(serials.contains)
            waiting.removeAll { serials.contains($0.serial) }
            if !ending.isEmpty { due.append(Group(path: [.given(ending[0])], serials: ending)) }
        }

        mutating func takeDue() -> [Group] {
            defer { due = [] }
            return due
        }

        /// Takes out what was disposed before the end of its owner.
        mutating func remove(_ serial: Int) -> Bool {
            let count = waiting.count
            waiting.removeAll { $0.serial == serial }
            return waiting.count < count
        }

        /// Whether anything may have been disposed lately.
        var mayBeUnderWay: Bool { !waiting.isEmpty || !due.isEmpty || !weak.isEmpty }

        /// What waits.
        var serials: [Int] { waiting.map(\.serial) }
    }

    /// Notes an object that is to be disposed when that ends which it was made for.
    mutating func keepForDisposal(_ serial: Int, of registration: Registration, home: Int) {
        guard ModelKey.isDisposable(ModelKey.all[registration.key].type) else { return }
        if let index = runs.lastIndex(where: \.isShared) {
            let holder = runs[index]
            if registration.lifetime != .graph { runs[index].disposables.append(serial) }
            disposals.add(serial, until: ends(of: holder))
        } else {
            let open = bound(in: home).last { !scopes[$0].hasEnded } ?? chain(scope: scopeOfHandle).first { !scopes[$0].hasEnded }
            disposals.add(serial, until: ends(in: open, of: view.last, home: home))
        }
    }

    /// What was made for an instance that is not made belongs to the override that its run has met.
    mutating func keepForDisposal(ofFailed run: Run) { disposals.change(run.disposables, until: ends(of: run)) }

    private func ends(of run: Run) -> Set<Disposals.End> { ends(in: run.scope, of: run.owner ?? owner(run.core), home: run.core) }

    /// The end of a scope and of a container, or else of the container alone; of an override that was opened in the scope where there is one.
    private func ends(in scope: Int?, of override: Int?, home: Int) -> Set<Disposals.End> {
        guard let scope, override.map(scopes[scope].around.contains) ?? true else { return [.core(override ?? home)] }
        return override == nil && scopes[scope].core != home ? [.scope(scope), .core(home)] : [.scope(scope)]
    }

    /// Notes the disposal of a shared instance, and of what was made for it.
    mutating func keepForDisposal(_ serial: Int, _ instance: Instance, by run: Run, in core: Int) {
        let registration = registrations[instance.registration]
        if instance.owner != nil || !instance.saw.isEmpty { disposals.change(run.disposables, until: ends(of: instance, in: core)) }
        guard ModelKey.isDisposable(ModelKey.all[registration.key].type) else { return }
        if registration.lifetime == .weak { return disposals.addWeak(serial) }
        disposals.add(serial, until: ends(of: instance, in: core))
    }

    private func ends(of instance: Instance, in core: Int) -> Set<Disposals.End> {
        var ends: Set<Disposals.End> = [.core(core)]
        if let owner = instance.owner { ends.insert(.core(owner)) }
        if let scope = instance.scope { ends.insert(.scope(scope)) }
        for replacement in instance.saw {
            ends.insert(.replacement(replacement))
            // A replacement ends with its container.
            if let core = self.core(of: replacement) { ends.insert(.core(core)) }
        }
        return ends
    }
}

extension Model.Disposals.End {
    fileprivate var isScope: Bool {
        if case .scope = self { return true }
        return false
    }

    fileprivate var isCore: Bool {
        if case .core = self { return true }
        return false
    }
}
