/// The login that is open: its tokens, and what they open.
protocol TokenRepository: AnyObject, Sendable {
    /// The login that is open on this machine, or nil.
    func session() async throws(Problem) -> Session?
    func keep(_ session: Session) async throws(Problem)
    func forget() async throws(Problem)

    /// Exchanges the refresh token for a new pair, and keeps it.
    func renew(_ session: Session) async throws(Problem) -> Session
    /// Whose login it is, according to the backend.
    func account(of session: Session) async throws(Problem) -> Account
    /// Ends a login at the backend.
    func end(_ session: Session) async throws(Problem)
}

/// Opens a login with a name and a password.
protocol LoginRepository: AnyObject, Sendable {
    func logIn(_ name: AccountName, _ password: Password) async throws(Problem) -> Session
}

/// Opens a login for which a provider vouches.
protocol SocialLoginRepository: AnyObject, Sendable {
    func logIn(_ name: AccountName, with provider: IdentityProvider) async throws(Problem) -> Session
}

/// Keeps the list of accounts that are known on this device.
protocol KnownAccountsRepository: AnyObject, Sendable {
    func signedUp(_ name: String) async throws(Problem)
    /// One account at a time is logged in.
    func loggedIn(_ name: String) async throws(Problem)
    func loggedOut(_ name: String) async throws(Problem)
}

/// Makes an account in two steps, which may be runs apart: the name is kept until the password comes.
protocol SignUpRepository: AnyObject, Sendable {
    func draft() async throws(Problem) -> AccountName?
    func keepDraft(_ name: AccountName) async throws(Problem)
    func signUp(_ name: AccountName, _ password: Password) async throws(Problem) -> Account
}
