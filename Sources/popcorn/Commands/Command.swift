/// Something that the app is asked to do.
///
/// It resolves what it needs from the container in effect.
protocol Command: Sendable {
    /// Whether anything of the home directory is read or written.
    var usesHome: Bool { get }

    @MainActor func run() async throws(Problem)
}

extension Command {
    var usesHome: Bool { true }
}
