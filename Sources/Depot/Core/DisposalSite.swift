/// Who disposes in a container or a scope, or in what lies in it; an end there waits for them.
final class DisposalSite {  // Guarded by the family's `disposalLock`.
    /// Of those in one queue the last, which waits for the others: so an end takes no longer where many are under way.
    @exclusivity(unchecked) private var turns: [ObjectIdentifier: DisposalTurn] = [:]

    func insert(_ turn: DisposalTurn) { turns[turn.lane] = turn }

    func remove(_ turn: DisposalTurn) {
        if turns[turn.lane] === turn { turns[turn.lane] = nil }
    }

    /// Those that something inside a turn has to wait for, and may.
    func turns(before outer: DisposalTurn?) -> [DisposalTurn] {
        turns.values.compactMap { last in
            var next: DisposalTurn? = last
            while let turn = next, !turn.maySettle(before: outer) { next = turn.previous }
            return next
        }
    }
}

/// Something that ends with all that lies in it.
enum DisposalPlace {
    case core(Core)
    case scope(Scope)

    /// Its site, made where there is none; while the family's `disposalLock` is held.
    var site: DisposalSite {
        if let known { return known }
        let made = DisposalSite()
        switch self {
        case .core(let core): core.disposalSite = made
        case .scope(let scope): scope.disposalSite = made
        }
        return made
    }

    /// Its site; nil where nothing was disposed there.
    var known: DisposalSite? {
        switch self {
        case .core(let core): core.disposalSite
        case .scope(let scope): scope.disposalSite
        }
    }
}

extension Core {
    /// This core and all that its instances may depend on: those further up, and the override that it stands for, with those further up from that.
    var foundation: [Core] { ancestors.flatMap { [$0] + ($0.original?.foundation ?? []) } }
}
