extension Ledger {
    /// The `.graph` instance that someone gets: where it was made in another container, scope or override than is in effect, it is not the same
    /// graph's.
    ///
    /// Noted in the run that asks; nil where there is none to be handed out here.
    mutating func graphInstance(
        of registration: Registration, in graph: GraphInstances, view: Core, by origin: Origin
    ) -> Instance? {
        let known = graph.instances(of: registration, from: view).lazy.map(\.instance).first { known in
            if let met = known.met {
                // Also where it would be a captive: then its factory runs, and tells by which path.
                guard let scope = try? scope(met.kind, for: view, origin), met.scope == nil || met.scope === scope else { return false }
            }
            return isValid(known, in: view)
        }
        guard let known else { return nil }
        if origin.build?.nearestShared != nil, let keeping = graph.keeping { keeping.letGo().forEach { hold($0) } }
        // The run that made it has noted what it was made from for itself only, and for those it is part of.
        for element in known.dependencies.elements {
            note(
                element.resolved, from: element.place ?? known.home, replacements: known.replacements, owner: known.owner, met: known.met,
                on: origin.build)
        }
        return known
    }
}
