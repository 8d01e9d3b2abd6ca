/// What a container or an override has registered and is set to, without instances.
struct Contents {
    let registrations: [Registration]
    let decorators: [Decorator]
    /// The keys whose registration is a decorator's alone: it wraps what is registered further up, or what is overridden.
    let keysWrappedAbove: Set<Key>
    let assemblies: [AppliedAssembly]
    let duplicates: [Duplicate]
    let strictScopes: Bool?
    let misuse: MisuseHandler?
}

/// How a container is copied.
extension Ledger {
    /// What a container has, and each override of it that is in effect in `view`, in the order in which they are opened.
    ///
    /// Overrides of containers further up are those containers' own: a copy keeps its parent.
    func contents(of home: Core, in view: Core) -> [Contents] {
        let layers = Array(view.layers).reversed().filter { $0.base === home }.map(\.opened)
        return ([home] + layers).map { contents(of: $0) }
    }

    private func contents(of core: Core) -> Contents {
        let annex = core.readable
        // A replacement is copied as if it were the registration, which wraps nothing.
        let wrapped = (annex?.keysWrappedAbove ?? []).filter { core.slot($0)?.takeUnretainedValue().replacement == nil }
        return Contents(
            registrations: core.slots.filter { !wrapped.contains($0.key) }.compactMap(\.current), decorators: annex?.decorators ?? [],
            keysWrappedAbove: wrapped, assemblies: annex?.assemblies ?? [], duplicates: annex?.duplicates ?? [],
            strictScopes: annex?.strictScopes, misuse: annex?.misuse)
    }

    /// Puts all of it into a container, in place of what that has for the same keys.
    mutating func put(_ contents: Contents, in core: Core) {
        let annex = core.writable
        if !annex.keysWrappedAbove.isEmpty { annex.keysWrappedAbove.subtract(contents.registrations.map(\.key)) }
        for registration in contents.registrations {
            reserveContribution(registration.key.contribution)
            replace(core.makeSlot(registration.key).takeUnretainedValue(), of: core, with: registration)
        }
        for decorator in contents.decorators {
            var decorator = decorator
            let above = decorator.wrapped.filter { $0.value && contents.keysWrappedAbove.contains($0.key) }.keys
            for key in above { decorator.wrapped[key] = nil }
            annex.decorators.append(decorator)
            for key in above { wrap(key, in: core) }
        }
        annex.assemblies += contents.assemblies
        annex.duplicates += contents.duplicates
        annex.strictScopes = contents.strictScopes ?? annex.strictScopes
        annex.misuse = contents.misuse ?? annex.misuse
    }
}
