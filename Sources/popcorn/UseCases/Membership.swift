import Foundation

/// What there is to say of the account that is logged in, for as long as its session lasts.
struct Membership: Sendable {
    private let account: Account

    init(account: Account) {
        self.account = account
    }

    /// The name, and since when.
    var summary: String { "\(account.name), with popcorn since \(account.joined.formatted(.iso8601.year().month().day()))." }
}
