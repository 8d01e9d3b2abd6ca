import Depot
import Foundation

/// `popcorn whoami`.
struct WhoAmICommand: Command {
    @Inject private var token: any TokenUseCase

    func run() async throws(Problem) {
        let account = try await token.account()
        try StandardOutput.say(summary(of: account))
    }

    /// What a session of the account says of it.
    private func summary(of account: Account) -> String {
        Container.shared.withScope(.session, id: account.name, providing: { $0.provide(Account.self, account) }) {
            Container.shared.resolve(Membership.self).summary
        }
    }
}

/// `popcorn refresh`.
struct RefreshCommand: Command {
    @Inject private var token: any TokenUseCase

    func run() async throws(Problem) {
        let session = try await token.refresh()
        let end = session.accessExpires.formatted(.iso8601)
        try StandardOutput.say("\(session.account) has new tokens; the access token is good until \(end).")
    }
}

/// `popcorn log-out`.
struct LogOutCommand: Command {
    @Inject private var token: any TokenUseCase

    func run() async throws(Problem) {
        let session = try await token.logOut()
        try StandardOutput.say("Logged out \(session.account).")
    }
}
