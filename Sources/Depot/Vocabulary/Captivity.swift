extension Lifetime {
    /// Whether an instance of this lifetime may not be kept by one of another, because the other may live longer.
    ///
    /// An unshared instance lives as long as its owner, so it never is a captive; a `.weak` or a `.cached` one that is
    /// kept stays what it was.
    func isCaptive(of holder: Lifetime) -> Bool { scopeKind?.isCaptive(of: holder) ?? false }
}

extension ScopeKind {
    /// Whether what lives in a scope of this kind may not be kept by an instance of a lifetime.
    func isCaptive(of holder: Lifetime) -> Bool {
        switch holder {
        case .transient, .graph: false
        case .singleton, .eager, .weak, .cached: true
        case .scoped(let kind): !kind.isWithin(self)
        }
    }
}
