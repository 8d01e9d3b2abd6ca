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
        Page.say("A session is about an account, so each is given its own, and what lives in it is made from that.")
        Page.code("HeldScope(.session, id: name, providing: { $0.provide(Account.self, account) })")
        let sessions = ["ada", "bob"].map(session)
        Page.show("two sessions at once", sessions.map(membership).joined(separator: "\n"))
        Page.show("scopes that are open now", container.scopes.filter { $0.id == "first" || $0.id == "second" }.count.description)
    }

    /// A session that is given its account.
    private func session(of name: String) -> HeldScope {
        let account = Account(name: name, provider: nil, joined: Tour.start)
        return HeldScope(.session, id: name, in: container, providing: { $0.provide(Account.self, account) })
    }

    /// What a request inside a session says of the account.
    private func membership(in session: HeldScope) -> String {
        session.withScope(.request) { Container.shared.resolve(Membership.self).summary }
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
