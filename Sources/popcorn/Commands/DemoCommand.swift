/// `popcorn demo`.
struct DemoCommand: Command {
    func run() async throws(Problem) {
        try await Tour.run()
    }
}
