/// Keeps the chosen name in the keychain until the password comes, then makes the account at the backend.
final class DefaultSignUpRepository: SignUpRepository {
    private let network: any NetworkManager
    private let keychain: any KeychainManager

    init(network: any NetworkManager, keychain: any KeychainManager) {
        self.network = network
        self.keychain = keychain
    }

    func draft() async throws(Problem) -> AccountName? { try await keychain.value(for: .signUpDraft) }

    func keepDraft(_ name: AccountName) async throws(Problem) { try await keychain.keep(name, for: .signUpDraft) }

    func signUp(_ name: AccountName, _ password: Password) async throws(Problem) -> Account {
        let account = try await network.call(API.signUp, Credentials(name: name, password: password))
        try await keychain.set(nil, for: .signUpDraft)
        return account
    }
}
