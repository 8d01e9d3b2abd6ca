import Depot
import DepotSharing

extension Tour {
    func shared() async {
        Page.chapter("Shared state: one list, wherever it is named, in every popcorn process")
        Page.code("@Shared(.knownAccounts) var accounts")
        @Shared(.knownAccounts) var accounts
        Page.show("who is known here?", AccountList.lines(of: accounts).joined(separator: "\n"))
        let before = accounts
        await container.resolve(AppCoordinator.self).socialLogin(with: .cinepass).logIn(name: "grace")
        Page.show("grace logs in, by cinepass", AccountList.changes(from: before, to: accounts).joined(separator: "\n"))
        Page.say("Nobody passed the list on. It is in a file: `popcorn watch` shows what other processes do to it.")
    }
}
