/// Something that the app is asked to do.
///
/// It resolves what it needs from the container in effect.
protocol Command: Sendable {
    @MainActor func run() async throws(Problem)
}
