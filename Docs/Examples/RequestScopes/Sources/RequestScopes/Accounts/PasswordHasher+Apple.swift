#if canImport(CommonCrypto)
    import CommonCrypto
    import CryptoKit
    import Foundation

    /// Hashes with PBKDF2 of the system's library: HMAC-SHA-512 in many rounds, with a random salt.
    struct PlatformPasswordHasher: PasswordHasher {
        private static let rounds: UInt32 = 210_000

        func hash(_ password: Password) async throws -> String {
            let salt = Secret.salt()
            return "$pbkdf2$\(salt)$\(Data(try derive(password, salt)).base64EncodedString())"
        }

        func matches(_ password: Password, _ hash: String) async -> Bool {
            let parts = hash.split(separator: "$")
            guard parts.count == 3, parts[0] == "pbkdf2", let expected = Data(base64Encoded: String(parts[2])),
                let derived = try? derive(password, String(parts[1]))
            else { return false }
            // Digests compare in constant time.
            return SHA512.hash(data: expected) == SHA512.hash(data: Data(derived))
        }

        private func derive(_ password: Password, _ salt: String) throws -> [UInt8] {
            var key = [UInt8](repeating: 0, count: 64)
            let salt = Array(salt.utf8)
            let status = CCKeyDerivationPBKDF(
                CCPBKDFAlgorithm(kCCPBKDF2), password.rawValue, password.rawValue.utf8.count, salt, salt.count,
                CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA512), Self.rounds, &key, key.count)
            guard status == kCCSuccess else { throw HashingFailed() }
            return key
        }
    }
#endif
