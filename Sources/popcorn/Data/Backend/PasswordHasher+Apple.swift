#if canImport(CommonCrypto)
    import CommonCrypto
    import Foundation

    /// Hashes with PBKDF2 of the system's library: HMAC-SHA-512 in many rounds, with a random salt.
    ///
    /// CryptoKit has no hash that is slow on purpose; the system's PBKDF2 is in CommonCrypto.
    struct PlatformPasswordHasher: PasswordHasher {
        private static let rounds: UInt32 = 210_000

        func hash(_ password: Password) async throws(Problem) -> String {
            guard let hash = await Self.text(password, salt: Secret.salt()) else {
                throw Problem(.badInput, "This system cannot hash passwords.", at: "CCKeyDerivationPBKDF", fix: "use --server URL.")
            }
            return hash
        }

        func matches(_ password: Password, _ hash: String?) async -> Bool {
            let salt = hash.map { $0.split(separator: "$") }.flatMap { $0.count == 3 ? String($0[1]) : nil }
            let computed = await Self.text(password, salt: salt ?? "nobody")
            guard let hash, let computed else { return false }
            return Secret.areEqual(computed, hash)
        }

        /// On no actor, so that several at once take a core each.
        @concurrent private static func text(_ password: Password, salt: String) async -> String? {
            var key = [UInt8](repeating: 0, count: 64)
            let bytes = Array(salt.utf8)
            let status = CCKeyDerivationPBKDF(
                CCPBKDFAlgorithm(kCCPBKDF2), password.rawValue, password.rawValue.utf8.count, bytes, bytes.count,
                CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA512), rounds, &key, key.count)
            return status == kCCSuccess ? "$pbkdf2$\(salt)$\(Data(key).base64EncodedString())" : nil
        }
    }
#endif
