import Depot
import Foundation

/// `popcorn whoami`.
struct WhoAmICommand: Command {
    @Inject private var token: any TokenUseCase

    func run() async throws(Problem) {
        let account = try await token.account()
        print("\(account.name), with popcorn since \(account.joined.formatted(.iso8601.year().month().day())).")
    }
}

/// `popcorn refresh`.
struct RefreshCommand: Command {
    @Inject private var token: any TokenUseCase

    func run() async throws(Problem) {
        let session = try await token.refresh()
        print("\(session.account) has new tokens; the access token is good until \(session.accessExpires.formatted(.iso8601)).")
    }
}

/// `popcorn log-out`.
struct LogOutCommand: Command {
    @Inject private var token: any TokenUseCase

    func run() async throws(Problem) {
        let session = try await token.logOut()
        print("Logged out \(session.account).")
    }
}
