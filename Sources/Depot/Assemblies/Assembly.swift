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
    ///
    /// - Parameter container: The container to register in.
    func assemble(_ container: Container)

    /// Runs after all assemblies of the same call are in.
    ///
    /// - Parameter container: The container that was assembled.
    func assembled(_ container: Container)
}

extension Assembly {
    /// No other assembly.
    public var dependencies: [any Assembly] { [] }

    /// Does nothing.
    ///
    /// - Parameter container: The container that was assembled.
    public func assembled(_ container: Container) {}
}

/// Lists assemblies, with `if`, `switch` and `for` among them.
@resultBuilder
public enum AssemblyBuilder {
    /// One assembly.
    ///
    /// - Parameters:
    ///   - assembly: The assembly.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    /// - Returns: It alone.
    public static func buildExpression(
        _ assembly: any Assembly, file: StaticString = #fileID, line: UInt = #line
    ) -> [any Assembly] {
        [ListedAssembly(assembly, file, line)]
    }

    /// A list of assemblies.
    ///
    /// - Parameters:
    ///   - assemblies: The list.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    /// - Returns: The list.
    public static func buildExpression(
        _ assemblies: [any Assembly], file: StaticString = #fileID, line: UInt = #line
    ) -> [any Assembly] {
        assemblies.map { ListedAssembly($0, file, line) }
    }

    /// Everything in a block.
    ///
    /// - Parameter assemblies: The parts.
    /// - Returns: All of them.
    public static func buildBlock(_ assemblies: [any Assembly]...) -> [any Assembly] { assemblies.flatMap { $0 } }

    /// What an `if` without `else` gives.
    ///
    /// - Parameter assemblies: The part, or nil.
    /// - Returns: The part, or nothing.
    public static func buildOptional(_ assemblies: [any Assembly]?) -> [any Assembly] { assemblies ?? [] }

    /// What the first branch gives.
    ///
    /// - Parameter assemblies: The branch.
    /// - Returns: The branch.
    public static func buildEither(first assemblies: [any Assembly]) -> [any Assembly] { assemblies }

    /// What the second branch gives.
    ///
    /// - Parameter assemblies: The branch.
    /// - Returns: The branch.
    public static func buildEither(second assemblies: [any Assembly]) -> [any Assembly] { assemblies }

    /// What a loop gives.
    ///
    /// - Parameter assemblies: The rounds.
    /// - Returns: All of them.
    public static func buildArray(_ assemblies: [[any Assembly]]) -> [any Assembly] { assemblies.flatMap { $0 } }

    /// What a branch for newer systems gives.
    ///
    /// - Parameter assemblies: The branch.
    /// - Returns: The branch.
    public static func buildLimitedAvailability(_ assemblies: [any Assembly]) -> [any Assembly] { assemblies }
}
