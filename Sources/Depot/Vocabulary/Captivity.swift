extension ScopeKind {
    /// Whether what lives in a scope of this kind may not be kept by an instance of a lifetime, because that may live longer.
    ///
    /// Nothing else is a captive: an unshared instance lives as long as its owner, and a `.weak` or a `.cached` one that is kept stays what
    /// it was.
    func isCaptive(of holder: Lifetime) -> Bool {
        switch holder {
        case .transient, .graph: false
        case .singleton, .eager, .weak, .cached: true
        case .scoped(let kind): !kind.isWithin(self)
        }
    }
}
