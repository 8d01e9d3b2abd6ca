public import Depot

extension Dependency {
    /// A service of the container in effect, resolved at each read.
    ///
    /// An object that is made inside an override keeps the overridden container; one that is entered later, around the use,
    /// beats it. Traps with the full diagnosis where the service cannot be resolved.
    ///
    /// ```swift
    /// @Dependency((any LoginUseCase).self) var login
    /// ```
    ///
    /// `name` is the registration's name, if it has one.
    @_disfavoredOverload  // A type that is its own `DependencyKey` is meant as one.
    public init(
        _ type: Value.Type, name: Name? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        self.init(
            { ($0.containerInEffect ?? .shared).resolve(type, name: name, file: fileID, line: line) },
            capturing: ValueNode.withContainer(TestScope.capture()), fileID: fileID, filePath: filePath, line: line)
    }
}
