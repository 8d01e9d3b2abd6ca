import DepotSharing
import DepotValues
import Foundation

/// `popcorn accounts`: who is known on this device.
struct AccountsCommand: Command {
    func run() async throws(Problem) {
        @Shared(.knownAccounts) var accounts
        try Self.check($accounts)
        for line in AccountList.lines(of: accounts) { try StandardOutput.say(line) }
    }

    /// Throws what is wrong with the file.
    static func check(_ accounts: Shared<[KnownAccount]>) throws(Problem) {
        guard accounts.loadError != nil else { return }
        @Dependency(\.knownAccountsFile) var file
        throw Problem(
            .damagedFile, "The list of known accounts cannot be read.", at: file.path,
            fix: "repair it or remove it; the next sign-up or login begins a new one and keeps this one beside it.")
    }
}
