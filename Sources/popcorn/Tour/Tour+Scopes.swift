import Depot

extension Tour {
    func scopes() async {
        Page.chapter("Scopes: what lives as long as one piece of work")
        Page.code("try await container.withScope(.request, id: \"first\") { … }")
        async let first = requests(asking: 1, in: "first")
        async let second = requests(asking: 3, in: "second")
        Page.show("the log of one scope", await first.joined(separator: "\n"))
        Page.show("that of another, meanwhile", await second.joined(separator: "\n"))
        Page.say("The network that wrote into both is one, and kept neither: a singleton that keeps a request's log is an error.")
        Page.show("scopes that are open now", container.scopes.filter { $0.id == "first" || $0.id == "second" }.count.description)
    }

    /// Asks who is logged in a number of times, in a scope of its own.
    private func requests(asking count: Int, in id: String) async -> [String] {
        let requests = try? await container.withScope(.request, id: id) {
            for _ in 0..<count { _ = try? await Container.shared.resolve((any TokenUseCase).self).account() }
            return Container.shared.resolve(RequestLog.self).requests
        }
        return requests ?? []
    }
}
