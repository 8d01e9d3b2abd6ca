/// Makes an account: first the name, then the password.
protocol SignUpUseCase: Sendable {
    /// The name that an earlier, unfinished sign-up chose.
    func draft() async throws(Problem) -> AccountName?
    /// Chooses the name.
    func begin(_ name: AccountName) async throws(Problem)
    /// Sets the password, which makes the account.
    func finish(_ name: AccountName, _ password: Password) async throws(Problem) -> Account
}

struct DefaultSignUpUseCase: SignUpUseCase {
    private let signUp: any SignUpRepository
    private let known: any KnownAccountsRepository

    init(signUp: any SignUpRepository, known: any KnownAccountsRepository) {
        self.signUp = signUp
        self.known = known
    }

    func draft() async throws(Problem) -> AccountName? { try await signUp.draft() }

    func begin(_ name: AccountName) async throws(Problem) { try await signUp.keepDraft(name) }

    func finish(_ name: AccountName, _ password: Password) async throws(Problem) -> Account {
        guard password.isLongEnough else {
            throw Problem(
                .badInput, "The password is too short.", at: "the password of \"\(name)\"",
                fix: "choose one of at least \(Password.minimumLength) characters.")
        }
        guard password.isUsable else {
            throw Problem(
                .badInput, Password.unusable, at: "the password of \"\(name)\"", fix: API.ErrorCode.unusablePassword.fix)
        }
        let account = try await signUp.signUp(name, password)
        try await known.signedUp(account.name)
        return account
    }
}
