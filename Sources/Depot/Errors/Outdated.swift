// An async instance that existed and does no more: why, and what to do.
extension Container {
    /// The error where a change has outdated what an async factory had made.
    func outdated(_ registration: Registration, by change: Outdating, _ path: [ResolutionError.Step]) -> ResolutionError {
        .requiresAsync(
            .init(
                what: "\(registration.key) was made by its async factory, and is outdated since \(change.key) was \(change.verb) at "
                    + "\(change.source).",
                path: path,
                fix: "make it anew: `try await container.start()` again, or await resolveAsync(\(registration.key.request)). In a test, "
                    + "replace \(registration.key) itself, by an instance or by replaceAsync."))
    }
}

/// What has outdated an instance.
typealias Outdating = (key: Key, verb: String, source: SourceLine)

extension Ledger {
    /// What was replaced or registered since the latest instance of a registration was made, of all that it was made from.
    ///
    /// Nil where there was no instance, or another reason.
    func whatOutdated(_ registration: Registration, in view: Core) -> Outdating? {
        var open: [Instance] = []
        for cell in find(registration.key, home: view, view: view)?.cells ?? [] {
            for instance in cell.instances where instance.registration === registration && !instance.isLost {
                // The latest one alone.
                if open.isEmpty || open[0].birth < instance.birth { open = [instance] }
            }
        }
        var seen: Set<ObjectIdentifier> = []
        while let instance = open.popLast() {
            guard seen.insert(ObjectIdentifier(instance)).inserted else { continue }
            for element in instance.elements {
                let dependency: Registration
                switch element.resolved {
                case .instance(let made):
                    dependency = made.registration
                    // What has ended may have been made from what was in a container that is gone.
                    if !made.isLost { open.append(made) }
                case .registration(let registration), .handle(let registration, _): dependency = registration
                case .collection, .absent, .watched: continue
                }
                let view = self.view(of: element, for: instance.home, in: view)
                let current = registrationInEffect(for: dependency.key, home: element.place ?? instance.home, view: view)
                guard let current, current !== dependency.registered else { continue }
                if let source = current.decorated(since: dependency.registered) { return (current.key, "decorated", source) }
                return (current.key, current.traits.contains(.replacement) ? "replaced" : "registered anew", current.source)
            }
        }
        return nil
    }
}
