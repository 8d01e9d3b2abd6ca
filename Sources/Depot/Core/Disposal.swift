/// What one end leaves to be disposed: the entries, where they were kept, and the turn in which they are disposed.
final class Disposal: @unchecked Sendable {  // Put together under the lock; then used by the one caller that took it out.
    /// First things first.
    @exclusivity(unchecked) private(set) var entries: [Disposables.Entry] = []
    /// Where they were kept: in a scope, or else in a container.
    @exclusivity(unchecked) private var places: [(scope: Scope?, core: Core)] = []
    private(set) var turn: DisposalTurn?
    /// The turns that it waits for.
    private var before: [DisposalTurn] = []
    /// Where it is seen by those that come later.
    private var sites: [DisposalSite] = []

    /// Takes over what was kept in a scope, or else in a container.
    func take(_ entries: [Disposables.Entry], in scope: Scope?, of core: Core) {
        self.entries += entries
        if let last = places.last, last.scope === scope, last.core === core { return }
        places.append((scope, core))
    }

    /// Takes over what another disposes, which has no turn yet.
    func take(_ other: Disposal) {
        entries += other.entries
        places += other.places
    }

    /// Puts what one owner disposes in order: what was made last comes first; there were some of others before.
    func order(from start: Int) {
        if entries.count - start > 1 { entries[start...] = Array(entries[start...]).ordered { -$0.order }[...] }
    }

    /// Releases the places, of which it may be the last owner; outside the lock.
    func releasePlaces() { places = [] }
}

extension Disposal {
    /// Takes its turn behind the disposals that are under way where it disposes something, or below.
    ///
    /// Called under the lock under which the entries were taken out, so that the order of the turns is that of the ends.
    ///
    /// - Parameters:
    ///   - family: Whose disposal it is.
    ///   - root: What has ended with all that lies in it; nil where only some instances have.
    ///   - isAwaited: Whether the caller disposes by itself. If not, the turn is behind those of the others who do not, too.
    func lineUp(in family: Family, at root: DisposalPlace?, isAwaited: Bool = false) {
        let around = Context.bound.disposal
        family.disposalLock.withLock { _ in
            let outer = around?.innermostOpen
            let (turn, last) = isAwaited ? (DisposalTurn(family, in: nil, inside: outer), nil) : family.beginTurn(inside: around)
            var found: [ObjectIdentifier: DisposalTurn] = [:]
            for site in dependentSites(root) {
                for other in site.turns(before: outer) { found[ObjectIdentifier(other)] = other }
            }
            if let last { found[ObjectIdentifier(last)] = last }
            before = Array(found.values)
            sites = sites(around: root)
            for site in sites { site.insert(turn) }
            self.turn = turn
        }
    }

    /// Where something may have been made from what is disposed now.
    private func dependentSites(_ root: DisposalPlace?) -> [DisposalSite] {
        var found = root.map { [$0.site] } ?? []
        for (scope, core) in places {
            if let scope {
                // What was closed with the root is at its site.
                if !scope.isClosed { found.append(DisposalPlace.scope(scope).site) }
            } else if root == nil {
                found.append(DisposalPlace.core(core).site)
            }
        }
        return found
    }

    /// The sites of all that its entries may have been made from: what they were kept in and lies around that, but for what has ended with the root.
    private func sites(around root: DisposalPlace?) -> [DisposalSite] {
        var (scopes, cores) = (places.compactMap(\.scope), places.map(\.core))
        switch root {
        case .scope(let scope): scopes.append(scope)
        case .core(let core): cores.append(core)
        case nil: break
        }
        scopes = scopes.flatMap(\.enclosing).filter { !$0.isClosed }
        // The container of one that is closed may have gone.
        cores += scopes.map(\.core)
        var found = (root.map { [$0.site] } ?? []) + scopes.map { DisposalPlace.scope($0).site }
        for core in cores.flatMap(\.foundation) {
            if case .core(let ended) = root, core.descends(from: ended) { continue }
            found.append(DisposalPlace.core(core).site)
        }
        return found
    }
}

extension Disposal {
    /// Disposes in a task of its own that `settled()` waits for; where the caller asked for the end, in the running one up to where it suspends.
    func start(atOnce: Bool) {
        // The task keeps what is bound to it, and no override or scope is to last until the disposal ends.
        Context.$bound.withValue(Context.bound.valuesAlone) {
            // Older systems cannot do it at once.
            if atOnce, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                Task.immediate { _ = await run() }
            } else {
                Task { _ = await run() }
            }
        }
    }

    private func takeEntries() -> [Disposables.Entry] {
        defer { entries = [] }
        return entries
    }

    /// Disposes when it is its turn, one after the other, and gives what failed.
    func run() async -> [DisposalFailure] {
        guard let turn else { return [] }
        for other in before { await other.wait() }
        // What ended when the instances were released was made after them, and comes first.
        await turn.inner.settled()
        let family = turn.family
        // All stay until the last is disposed, and go before it is said that they are.
        let failures = await Context.bind(.context(.disposing(turn))) { await Disposables.dispose(each: takeEntries(), of: family) }
        await turn.inner.closed()
        family.disposalLock.withLock { _ in for site in sites { site.remove(turn) } }
        turn.queue?.end(turn)
        turn.end()
        return failures
    }
}
