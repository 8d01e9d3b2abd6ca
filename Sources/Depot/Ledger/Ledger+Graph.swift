extension Ledger {
    /// The `.graph` instance that someone gets: where it was made in another container, scope or override than is in effect, it is not the same
    /// graph's.
    ///
    /// Noted in the run that asks; nil where there is none to be handed out here.
    mutating func graphInstance(
        of registration: Registration, _ arguments: GraphInstances.Arguments?, in graph: GraphInstances, view: Core, by origin: Origin
    ) -> Instance? {
        let entry = graph.instances(of: registration, arguments, from: view).first { entry in
            let known = entry.instance
            if let met = known.met {
                // Also where it would be a captive: then its factory runs, and tells by which path.
                guard let scope = try? scope(met.kind, for: view, origin), met.scope == nil || met.scope === scope else { return false }
            }
            return isValid(known, in: view)
        }
        guard let known = entry?.instance else { return nil }
        if let keeping = entry?.keeping {
            let asking = origin.build
            let isShared = asking?.nearestShared != nil || origin.explicit?.nearestShared != nil || asking?.keeping?.add(keeping) ?? false
            if isShared { keeping.letGo().forEach { hold($0) } }
        }
        // The run that made it has noted what it was made from for itself only, and for those it is part of.
        for element in known.elements {
            note(
                element.resolved, from: view, at: element.place ?? known.home.overridden, isAside: element.isAside,
                replacements: known.replacements, owner: known.owner, met: known.met, isIndirect: true,
                on: origin.noting(inside: origin.build, isScoped: known.met != nil))
        }
        return known
    }
}
