/// Keeps the login in the keychain and talks to the backend about it.
final class DefaultTokenRepository: TokenRepository {
    private let network: any NetworkManager
    private let keychain: any KeychainManager

    init(network: any NetworkManager, keychain: any KeychainManager) {
        self.network = network
        self.keychain = keychain
    }

    func session() async throws(Problem) -> Session? { try await keychain.value(for: .session) }

    func keep(_ session: Session) async throws(Problem) { try await keychain.keep(session, for: .session) }

    func forget() async throws(Problem) { try await keychain.set(nil, for: .session) }

    func renew(_ session: Session) async throws(Problem) -> Session {
        let renewed = try await network.call(API.refresh, Renewal(refreshToken: session.refreshToken))
        try await keep(renewed)
        return renewed
    }

    func account(of session: Session) async throws(Problem) -> Account {
        try await network.call(API.me, token: session.accessToken)
    }

    func end(_ session: Session) async throws(Problem) {
        _ = try await network.call(API.logOut, token: session.accessToken)
    }
}
