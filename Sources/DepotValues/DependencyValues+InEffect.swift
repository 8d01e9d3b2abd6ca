extension DependencyValues {
    /// The dependencies in effect here, for the package's own modules, which read one and are done.
    package static var inEffect: DependencyValues { DependencyValues(current: ValueNode.current, captured: nil, site: nil) }
}
