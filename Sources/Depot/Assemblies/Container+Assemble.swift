import Synchronization

extension Container {
    /// Applies assemblies, after those they depend on.
    ///
    /// A `Hashable` assembly is applied once for each value, an object once, and one without stored properties once. Another that is listed
    /// twice, here or earlier, stops the process with a diagnosis that names both lines: which of the two was meant cannot be told.
    ///
    /// ```swift
    /// Container.shared.assemble { NetworkAssembly(); LoginAssembly() }
    /// ```
    public func assemble(@AssemblyBuilder _ assemblies: () -> [any Assembly]) {
        var applied: [any Assembly] = []
        var open: [Entry] = []
        func put(_ assemblies: [any Assembly]) {
            for assembly in assemblies.reversed() { open.append(Entry(assembly)) }
        }
        put(assemblies())
        if open.isEmpty { return }
        var expanded: [Entry] = []
        while let entry = open.last {
            guard let first = expanded.first(where: { $0.identity == entry.identity }) else {
                expanded.append(entry)
                put(entry.assembly.dependencies)
                continue
            }
            open.removeLast()
            if entry.identity.isAmbiguous, first !== entry { refuse(entry, listedBefore: first.source) }
            guard let number = claim(entry) else { continue }
            RegisteringAssembly(type(of: entry.assembly), number: number, in: core).inProgress { entry.assembly.assemble(self) }
            applied.append(entry.assembly)
        }
        for assembly in applied { assembly.assembled(self) }
    }

    /// One mention of an assembly.
    private final class Entry {
        let assembly: any Assembly
        let source: SourceLine?
        let identity: AssemblyIdentity

        init(_ assembly: any Assembly) {
            let listed = assembly as? ListedAssembly
            self.assembly = listed?.assembly ?? assembly
            source = listed?.source
            // By its own type: a call with an existential opens it.
            identity = AssemblyIdentity(self.assembly)
        }
    }

    /// Notes that an assembly is applied to this container: gives how many of its type were before, nil where this very one was.
    private func claim(_ entry: Entry) -> Int? {
        while true {
            let (count, ofType, same) = applied(like: entry.identity)
            if let same {
                if entry.identity.isAmbiguous { refuse(entry, listedBefore: same.source) }
                return nil
            }
            let wasAdded = core.family.decide { _ in
                guard core.readable?.assemblies.count ?? 0 == count else { return false }
                core.writable.assemblies.append(AppliedAssembly(identity: entry.identity, source: entry.source))
                return true
            }
            if wasAdded { return ofType }
        }
    }

    /// How many assemblies were applied to this container, how many of them are of a type, and the one that is the same.
    ///
    /// A function of its own, so that the list is not held when the caller appends to it: it would be copied.
    private func applied(like identity: AssemblyIdentity) -> (count: Int, ofType: Int, same: AppliedAssembly?) {
        // Compared outside of the lock: `==` is the user's.
        let known = core.family.decide { _ in core.readable?.assemblies ?? [] }
        return (known.count, known.count { $0.identity.type == identity.type }, known.first { $0.identity == identity })
    }

    /// Stops the process: two assemblies of a type are listed, and nothing tells them apart.
    private func refuse(_ entry: Entry, listedBefore first: SourceLine?) -> Never {
        let name = typeName(of: type(of: entry.assembly))
        let places = [first, entry.source].map { $0.map { "at \($0)" } ?? "among another's dependencies" }
        fatalError(
            """
            Depot: \(name) is listed twice, \(places[0]) and \(places[1]), and nothing tells the two apart.
              fix:  make \(name) Hashable, so that it is applied once for each value, or list it once.
            """)
    }
}
