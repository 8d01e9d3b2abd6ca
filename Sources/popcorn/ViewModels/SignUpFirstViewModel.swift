import Observation

/// The first screen of a sign-up: it asks for the name.
@MainActor @Observable
final class SignUpFirstViewModel {
    /// The name that an unfinished sign-up chose, to be offered again.
    private(set) var suggestion: AccountName?
    private let work = Work<AccountName>()
    private let signUp: any SignUpUseCase

    init(signUp: any SignUpUseCase) {
        self.signUp = signUp
    }

    var phase: Phase<AccountName> { work.phase }

    func appear() async {
        suggestion = try? await signUp.draft()
    }

    func choose(name: String) async {
        await work.run { () throws(Problem) in
            let name = try AccountName(name)
            try await signUp.begin(name)
            return name
        }
    }
}
