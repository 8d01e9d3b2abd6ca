/// Whose session it is: each session scope is given its own.
struct SessionUser: Hashable, Sendable {
    /// The login's id, which names the scope.
    let login: String
    /// The account's name.
    let account: String

    init(_ login: LoginRecord) {
        self.login = login.id
        account = login.account
    }
}
