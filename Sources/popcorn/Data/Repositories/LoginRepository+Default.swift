/// Opens a login at the backend.
final class DefaultLoginRepository: LoginRepository {
    private let network: any NetworkManager

    init(network: any NetworkManager) {
        self.network = network
    }

    func logIn(_ name: AccountName, _ password: Password) async throws(Problem) -> Session {
        try await network.call(API.login, Credentials(name: name, password: password))
    }
}
