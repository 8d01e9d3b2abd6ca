extension Container {
    /// Makes a container and applies assemblies to it.
    ///
    /// Diagnostics name `file` and `line`.
    public convenience init(
        file: StaticString = #fileID, line: UInt = #line, @AssemblyBuilder _ assemblies: () -> [any Assembly] = { [] }
    ) {
        self.init(core: Core(in: Family()), owner: .owns(on: nil))
        core.writable.madeAt = SourceLine(file, line)
        assemble(assemblies)
    }

    /// Makes a child: what it registers is added to what the parent has, or replaces it for resolves from the child.
    ///
    /// A singleton of the parent is built in the parent and never sees the child's registrations. The parent is kept for as long as the
    /// child. The other parameters as in ``init(file:line:_:)``.
    public convenience init(
        parent: Container, file: StaticString = #fileID, line: UInt = #line,
        @AssemblyBuilder _ assemblies: () -> [any Assembly] = { [] }
    ) {
        self.init(core: Core(parent: parent.core), owner: .owns(on: parent))
        core.decide { [core] _ in
            core.linkToParent()
            core.writable.madeAt = SourceLine(file, line)
        }
        assemble(assemblies)
    }
}
