/// A group of registrations that belong together: a feature, or a layer.
///
/// ```swift
/// struct LoginAssembly: Assembly {
///     var dependencies: [any Assembly] { [NetworkAssembly()] }
///     func assemble(_ container: Container) {
///         container.register((any LoginUseCase).self, in: .useCase, using: DefaultLoginUseCase.init)
///     }
/// }
/// ```
public protocol Assembly {
    /// The assemblies this one builds on, listed in the builder or as an array; each is applied once, before those that name it.
    ///
    /// A `Hashable` assembly is told apart by its value, an object by its identity. One that is neither and has stored properties may be
    /// listed only once.
    @AssemblyBuilder var dependencies: [any Assembly] { get }

    /// Registers the services. Nothing is resolved here: other assemblies may not be in yet.
    func assemble(_ container: Container)

    /// Runs after all assemblies of the same call are in.
    func assembled(_ container: Container)
}

extension Assembly {
    /// No other assembly.
    public var dependencies: [any Assembly] { [] }

    /// Does nothing.
    public func assembled(_ container: Container) {}
}

/// Lists assemblies, with `if`, `switch` and `for` among them.
@resultBuilder
public enum AssemblyBuilder {
    /// One assembly, with the line that lists it, which diagnostics name.
    public static func buildExpression(
        _ assembly: any Assembly, file: StaticString = #fileID, line: UInt = #line
    ) -> [any Assembly] {
        buildExpression([assembly], file: file, line: line)
    }

    /// A list of assemblies, with the line that lists them, which diagnostics name.
    public static func buildExpression(
        _ assemblies: [any Assembly], file: StaticString = #fileID, line: UInt = #line
    ) -> [any Assembly] {
        assemblies.map { ListedAssembly($0, file, line) }
    }

    /// Everything in a block.
    public static func buildBlock(_ assemblies: [any Assembly]...) -> [any Assembly] { buildArray(assemblies) }

    /// What an `if` without `else` gives.
    public static func buildOptional(_ assemblies: [any Assembly]?) -> [any Assembly] { assemblies ?? [] }

    /// What the first branch gives.
    public static func buildEither(first assemblies: [any Assembly]) -> [any Assembly] { assemblies }

    /// What the second branch gives.
    public static func buildEither(second assemblies: [any Assembly]) -> [any Assembly] { assemblies }

    /// What a loop gives.
    public static func buildArray(_ assemblies: [[any Assembly]]) -> [any Assembly] { assemblies.flatMap { $0 } }

    /// What a branch for newer systems gives.
    public static func buildLimitedAvailability(_ assemblies: [any Assembly]) -> [any Assembly] { assemblies }
}
