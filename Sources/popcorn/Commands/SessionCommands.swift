import Depot
import Foundation

/// `popcorn whoami`.
struct WhoAmICommand: Command {
    @Inject private var token: any TokenUseCase

    func run() async throws(Problem) {
        let account = try await token.account()
        try StandardOutput.say("\(account.name), with popcorn since \(account.joined.formatted(.iso8601.year().month().day())).")
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
