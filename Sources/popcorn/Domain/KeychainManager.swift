import Foundation

/// Keeps the app's secrets between runs.
protocol KeychainManager: Sendable {
    /// Where they are, for people.
    var place: String { get }

    func data(for key: KeychainKey) async throws(Problem) -> Data?
    func set(_ data: Data?, for key: KeychainKey) async throws(Problem)
}

/// The name of a secret.
struct KeychainKey: Hashable, Sendable {
    let name: String

    /// The login that is open.
    static let session = KeychainKey(name: "session")
    /// The sign-up that is half done.
    static let signUpDraft = KeychainKey(name: "sign-up-draft")

    /// What proves to a provider that it is us.
    static func ticket(_ provider: IdentityProvider, _ name: AccountName) -> KeychainKey {
        KeychainKey(name: "ticket/\(provider)/\(name)")
    }
}

extension KeychainManager {
    /// A value that was kept, or nil.
    func value<Value: Decodable>(_ type: Value.Type = Value.self, for key: KeychainKey) async throws(Problem) -> Value? {
        guard let data = try await data(for: key) else { return nil }
        do {
            return try JSONDecoder.popcorn.decode(Value.self, from: data)
        } catch {
            throw Problem(
                .damagedFile, "The keychain's entry \"\(key.name)\" is damaged.", at: place,
                fix: "move the keychain aside and log in again; popcorn has not changed it.")
        }
    }

    /// Keeps a value.
    func keep(_ value: some Encodable, for key: KeychainKey) async throws(Problem) {
        do {
            try await set(try JSONEncoder.popcorn.encode(value), for: key)
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(.badInput, "The keychain's entry \"\(key.name)\" cannot be written as JSON.", at: place, fix: "\(error)")
        }
    }
}
