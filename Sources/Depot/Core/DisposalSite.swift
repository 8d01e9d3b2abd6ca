/// Who disposes in a container or a scope, or in what lies in it; an end there waits for them.
final class DisposalSite {  // Guarded by the family's `disposalLock`.
    @exclusivity(unchecked) var turns: [ObjectIdentifier: DisposalTurn] = [:]
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
