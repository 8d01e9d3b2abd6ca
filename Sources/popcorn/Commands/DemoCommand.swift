/// `popcorn demo`.
struct DemoCommand: Command {
    func run() async throws(Problem) {
        await Tour.run()
    }
}
