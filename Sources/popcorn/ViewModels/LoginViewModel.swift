import Observation

/// The screen that asks for a name and a password.
@MainActor @Observable
final class LoginViewModel {
    private(set) var phase = Phase<Session>.ready
    private let login: any LoginUseCase

    init(login: any LoginUseCase) {
        self.login = login
    }

    func logIn(name: String, password: Password) async {
        phase = .working
        phase = await Phase { () throws(Problem) in
            try await login.logIn(AccountName(name), password)
        }
    }
}
