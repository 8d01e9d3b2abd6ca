import Depot

extension Tour {
    func refresh() async throws(Problem) {
        Page.chapter("Token refresh: the clock is a service, so it can be turned")
        Page.code("container.replace((any WallClock).self, with: clock)")
        let token = container.resolve((any TokenUseCase).self)
        let repository = container.resolve((any TokenRepository).self)

        let before = try await repository.session()
        try await Page.show("who am I?", "✓ \(token.account().name)")
        clock.turn(minutes: 16)
        Page.show("16 minutes pass", "the access token, good for 15, has expired")
        try await Page.show("who am I?", "✓ \(token.account().name)")
        let after = try await repository.session()
        Page.show("the access token", "\(excerpt(before)) before, \(excerpt(after)) after: refreshed on the way")
        clock.turn(days: 31)
        Page.show("31 days pass", "the refresh token, good for 30, has expired, too")
        do throws(Problem) {
            _ = try await token.account()
        } catch {
            Page.show("who am I?", error)
        }
    }

    private func excerpt(_ session: Session?) -> String { "\(session?.accessToken.prefix(6) ?? "none")…" }
}
