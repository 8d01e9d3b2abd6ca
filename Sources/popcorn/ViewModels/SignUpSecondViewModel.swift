/// The second screen of a sign-up: it asks for the password and makes the account.
@MainActor
final class SignUpSecondViewModel {
    let name: AccountName
    private let work = Work<Account>()
    private let signUp: any SignUpUseCase

    init(name: AccountName, signUp: any SignUpUseCase) {
        self.name = name
        self.signUp = signUp
    }

    var phase: Phase<Account> { work.phase }

    func finish(password: Password) async {
        await work.run { () throws(Problem) in
            try await signUp.finish(name, password)
        }
    }
}
