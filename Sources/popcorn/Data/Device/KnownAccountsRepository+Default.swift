import DepotSharing
import DepotValues
import Foundation

/// Keeps the list in a shared file, so that the other popcorn processes see each change.
final class DefaultKnownAccountsRepository: KnownAccountsRepository {
    func signedUp(_ name: String) async throws(Problem) {
        try await change(name) { _, _ in }
    }

    func loggedIn(_ name: String) async throws(Problem) {
        try await change(name) { accounts, date in
            for index in accounts.indices { accounts[index].isLoggedIn = false }
            accounts.change(name, at: date) { $0.isLoggedIn = true }
        }
    }

    func loggedOut(_ name: String) async throws(Problem) {
        try await change(name) { accounts, date in accounts.change(name, at: date) { $0.isLoggedIn = false } }
    }

    /// Adds an account, changes the list, and writes it.
    ///
    /// The turn keeps what another process writes between the load and the save.
    private func change(_ name: String, _ change: (inout [KnownAccount], Date) -> Void) async throws(Problem) {
        @Shared(.knownAccounts) var accounts
        @Dependency(\.knownAccountsFile) var file
        @Dependency(\.date) var date
        @Dependency(DeviceTurn.self) var turn
        let end = try await turn.begin(file.deletingLastPathComponent())
        defer { end() }
        // A file that cannot be read is kept aside by the save, and a new list is begun.
        try? await $accounts.load()
        $accounts.withLock { accounts in
            accounts.change(name, at: date.now) { _ in }
            change(&accounts, date.now)
        }
        do {
            try await $accounts.save()
        } catch {
            throw Problem(
                .fileAccess, "The list of known accounts cannot be written.", at: file.path,
                fix: "make it accessible to you, or choose another directory with --home DIR.")
        }
    }
}
