/// `popcorn demo`.
struct DemoCommand: Command {
    var usesHome: Bool { false }

    func run() async throws(Problem) {
        await Tour.run()
        if let failure = Page.failure { throw failure }
    }
}
