extension Container {
    /// The container in effect: the one whose override or scope the running task is in, else the process's own.
    public static var shared: Container {
        if Context.wasEverBound, let bound = Context.bound.container { return bound }
        return process
    }

    /// The process's own container.
    private static let process = Container(core: Core(in: Family()), owner: .owns(on: nil))

    /// Whether a core is that of the process's own container.
    static func isProcess(_ core: Core) -> Bool { core === process.core }
}
