import Observation

/// The first screen of a sign-up: it asks for the name.
@MainActor @Observable
final class SignUpFirstViewModel {
    /// The name that an unfinished sign-up chose, to be offered again.
    private(set) var suggestion: AccountName?
    private(set) var phase = Phase<AccountName>.ready
    private let signUp: any SignUpUseCase

    init(signUp: any SignUpUseCase) {
        self.signUp = signUp
    }

    func appear() async {
        suggestion = try? await signUp.draft()
    }

    func choose(name: String) async {
        phase = .working
        phase = await Phase { () throws(Problem) in
            let name = try AccountName(name)
            try await signUp.begin(name)
            return name
        }
    }
}
