import Foundation

@testable import popcorn

/// A keychain that forgets everything when the test ends.
actor MemoryKeychain: KeychainManager {
    nonisolated let place = "a keychain in memory"
    private(set) var entries: [KeychainKey: Data] = [:]

    func data(for key: KeychainKey) async throws(Problem) -> Data? { entries[key] }

    func set(_ data: Data?, for key: KeychainKey) async throws(Problem) { entries[key] = data }
}
