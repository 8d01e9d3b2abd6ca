/// Opens a login at the backend with the provider's ticket, which it keeps in the keychain from the first login on.
final class DefaultSocialLoginRepository: SocialLoginRepository {
    private let network: any NetworkManager
    private let keychain: any KeychainManager

    init(network: any NetworkManager, keychain: any KeychainManager) {
        self.network = network
        self.keychain = keychain
    }

    func logIn(_ name: AccountName, with provider: IdentityProvider) async throws(Problem) -> Session {
        let key = KeychainKey.ticket(provider, name)
        let known: Password? = try await keychain.value(for: key)
        let ticket = known ?? Password(rawValue: Secret.random())
        let session = try await network.call(API.socialLogin, SocialIdentity(provider: provider, name: name, ticket: ticket))
        if known == nil { try await keychain.keep(ticket, for: key) }
        return session
    }
}
