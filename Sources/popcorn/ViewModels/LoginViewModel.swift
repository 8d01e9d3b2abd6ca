import DepotSharing

/// The screen that asks for a name and a password.
@MainActor
final class LoginViewModel {
    private let work = Work<Session>()
    @Shared(.offeredName) private var offeredName
    private let login: any LoginUseCase

    /// The name to offer: the one that logged in last, or one that was chosen in the settings.
    var suggestion: String? { offeredName }

    init(login: any LoginUseCase) {
        self.login = login
    }

    var phase: Phase<Session> { work.phase }

    func logIn(name: String, password: Password) async {
        await work.run { () throws(Problem) in
            let session = try await login.logIn(AccountName(name), password)
            $offeredName.withLock { $0 = name }
            return session
        }
    }
}
