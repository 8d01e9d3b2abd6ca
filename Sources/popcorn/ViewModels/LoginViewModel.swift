import DepotSharing

/// The screen that asks for a name and a password.
@MainActor
final class LoginViewModel {
    private let work = Work<Session>()
    @Shared(.settings) private var settings
    private let login: any LoginUseCase

    /// The name to offer: the one that logged in last, or one that was chosen in the settings.
    var suggestion: String? { settings.name }

    /// Why the name will not be offered again, although the login is open.
    private(set) var warning: Problem?

    init(login: any LoginUseCase) {
        self.login = login
    }

    var phase: Phase<Session> { work.phase }

    func logIn(name: String, password: Password) async {
        await work.run { () throws(Problem) in
            let session = try await login.logIn(AccountName(name), password)
            do throws(Problem) {
                try await $settings.choose { $0.name = name }
                warning = nil
            } catch {
                warning = error
            }
            return session
        }
    }
}
