extension DependencyValues {
    /// A value in effect here, for the package's own modules.
    ///
    /// They are not given all values to keep: another module has to look up how to release those.
    package static func inEffect<Value>(_ read: (DependencyValues) -> Value) -> Value {
        read(DependencyValues(current: ValueNode.current, captured: nil, site: nil))
    }
}
