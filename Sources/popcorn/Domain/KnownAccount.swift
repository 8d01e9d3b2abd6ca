import DepotSharing
import DepotValues
import Foundation

/// An account that someone has made or used on this device.
struct KnownAccount: Codable, Equatable, Sendable {
    let name: String
    /// When it was first used here.
    let since: Date
    /// Whether the login that is open is its.
    var isLoggedIn = false
}

extension SharedKey where Self == FileStorageKey<[KnownAccount]>.Default {
    /// The accounts that are known on this device, the oldest first, in a file that every popcorn process shares.
    static var knownAccounts: Self {
        @Dependency(\.knownAccountsFile) var file
        return Self[.fileStorage(file, decoder: .popcorn, encoder: .popcorn), default: []]
    }
}

extension [KnownAccount] {
    /// Changes what is known of an account, which from now on is known.
    mutating func change(_ name: String, at date: Date, _ change: (inout KnownAccount) -> Void) {
        let index = firstIndex { $0.name == name } ?? endIndex
        if index == endIndex { append(KnownAccount(name: name, since: date)) }
        change(&self[index])
    }
}

/// The file of a process that was told none; tests keep files in memory, so the name does not matter to them.
private enum KnownAccountsFileKey: DependencyKey {
    static var liveValue: URL { Configuration(home: Configuration.usualHome).knownAccountsFile }
    static var testValue: URL { URL(filePath: "/nowhere/known-accounts.json") }
}

extension DependencyValues {
    /// Where the list of known accounts is.
    var knownAccountsFile: URL {
        get { self[KnownAccountsFileKey.self] }
        set { self[KnownAccountsFileKey.self] = newValue }
    }
}
