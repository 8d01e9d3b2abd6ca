/// The services that a factory asks for, as its registration says.
struct Declaration: Sendable {
    let dependencies: @Sendable () -> [Dependency]
    /// Whether the factory asks for others as well: a closure that decorates.
    var isPartial = false
}
