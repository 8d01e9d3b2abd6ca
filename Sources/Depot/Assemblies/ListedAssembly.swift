/// An assembly with the line that lists it.
///
/// The builder makes it, so that a diagnosis can name the line; what it wraps is what the user wrote.
struct ListedAssembly: Assembly {
    let assembly: any Assembly
    let source: SourceLine

    /// Wraps an assembly, unless it is wrapped already.
    init(_ assembly: any Assembly, _ file: StaticString, _ line: UInt) {
        let listed = assembly as? ListedAssembly
        self.assembly = listed?.assembly ?? assembly
        source = listed?.source ?? SourceLine(file, line)
    }

    var dependencies: [any Assembly] { assembly.dependencies }

    func assemble(_ container: Container) { assembly.assemble(container) }

    func assembled(_ container: Container) { assembly.assembled(container) }
}
