import Observation

/// The second screen of a sign-up: it asks for the password and makes the account.
@MainActor @Observable
final class SignUpSecondViewModel {
    let name: AccountName
    private(set) var phase = Phase<Account>.ready
    private let signUp: any SignUpUseCase

    init(name: AccountName, signUp: any SignUpUseCase) {
        self.name = name
        self.signUp = signUp
    }

    func finish(password: Password) async {
        phase = .working
        phase = await Phase { () throws(Problem) in
            try await signUp.finish(name, password)
        }
    }
}
