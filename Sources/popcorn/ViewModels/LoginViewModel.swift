import DepotSharing
import Observation

/// The screen that asks for a name and a password.
@MainActor @Observable
final class LoginViewModel {
    private(set) var phase = Phase<Session>.ready
    @ObservationIgnored @Shared(.offeredName) private var offeredName
    private let login: any LoginUseCase

    /// The name to offer: the one that logged in last, or one that was chosen in the settings.
    var suggestion: String? { offeredName }

    init(login: any LoginUseCase) {
        self.login = login
    }

    func logIn(name: String, password: Password) async {
        phase = .working
        phase = await Phase { () throws(Problem) in
            let session = try await login.logIn(AccountName(name), password)
            $offeredName.withLock { $0 = name }
            return session
        }
    }
}
