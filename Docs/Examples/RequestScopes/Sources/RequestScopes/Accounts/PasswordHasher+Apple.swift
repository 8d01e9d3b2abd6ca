#if canImport(CommonCrypto)
    import CommonCrypto
    import Foundation

    /// Hashes with PBKDF2 of the system's library: HMAC-SHA-512 in many rounds, with a random salt.
    struct PlatformPasswordHasher: PasswordHasher {
        private static let rounds: UInt32 = 210_000

        func hash(_ password: Password) async throws -> String {
            try await Self.text(password, salt: Secret.salt())
        }

        func matches(_ password: Password, _ hash: String?) async throws -> Bool {
            let salt = hash.map { $0.split(separator: "$") }.flatMap { $0.count == 3 ? String($0[1]) : nil }
            let computed = try await Self.text(password, salt: salt ?? "nobody")
            guard let hash else { return false }
            return Secret.areEqual(computed, hash)
        }

        private static func text(_ password: Password, salt: String) async throws -> String {
            guard let key = try await HashingThreads.run({ derive(password, salt) }) else { throw HashingFailed() }
            return "$pbkdf2$\(salt)$\(Data(key).base64EncodedString())"
        }

        private static func derive(_ password: Password, _ salt: String) -> [UInt8]? {
            var key = [UInt8](repeating: 0, count: 64)
            let salt = Array(salt.utf8)
            let status = CCKeyDerivationPBKDF(
                CCPBKDFAlgorithm(kCCPBKDF2), password.rawValue, password.rawValue.utf8.count, salt, salt.count,
                CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA512), rounds, &key, key.count)
            return status == kCCSuccess ? key : nil
        }
    }
#endif
