import Foundation

/// The list of known accounts, for people.
enum AccountList {
    /// The whole list, a line for each account.
    static func lines(of accounts: [KnownAccount]) -> [String] {
        if accounts.isEmpty { return ["No account is known here. Make one: popcorn sign-up NAME"] }
        return accounts.map { account in
            let since = account.since.formatted(.iso8601.year().month().day())
            return "\(account.name), here since \(since)\(account.isLoggedIn ? ", logged in" : "")"
        }
    }

    /// What has happened from one list to a later one, a line for each event.
    static func changes(from old: [KnownAccount], to new: [KnownAccount]) -> [String] {
        var lines: [String] = []
        for account in new {
            let before = old.first { $0.name == account.name }
            if before == nil { lines.append("\(account.name) is new here.") }
            switch (before?.isLoggedIn ?? false, account.isLoggedIn) {
            case (false, true): lines.append("\(account.name) logged in.")
            case (true, false): lines.append("\(account.name) logged out.")
            default: break
            }
        }
        let names = Set(new.map(\.name))
        return lines + old.filter { !names.contains($0.name) }.map { "\($0.name) is not known here any more." }
    }
}
