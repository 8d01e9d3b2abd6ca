#if canImport(CCrypt)
    import CCrypt

    /// Hashes with `crypt_r(3)` of the system's library: SHA-512 in many rounds, with a random salt.
    struct PlatformPasswordHasher: PasswordHasher {
        private static let method = "$6$rounds=20000$"
        /// What the password of an account that is not there is hashed by.
        private static let nobody = method + "nobody$"

        func hash(_ password: Password) async throws -> String {
            let setting = Self.method + Secret.salt() + "$"
            let hash = try await HashingThreads.run { Self.crypt(password, setting) }
            guard let hash, hash.hasPrefix(Self.method) else { throw HashingFailed() }
            return hash
        }

        func matches(_ password: Password, _ hash: String?) async throws -> Bool {
            let computed = try await HashingThreads.run { Self.crypt(password, hash ?? Self.nobody) }
            guard let hash, let computed else { return false }
            return Secret.areEqual(computed, hash)
        }

        /// Nil, or text that no hash begins with, where the library refuses.
        private static func crypt(_ password: Password, _ setting: String) -> String? {
            // Not on the stack: with some libraries it has 128 KiB. It must be zero at first.
            let data = UnsafeMutableRawPointer.allocate(byteCount: MemoryLayout<crypt_data>.size, alignment: 16)
            defer { data.deallocate() }
            data.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<crypt_data>.size)
            return crypt_r(password.rawValue, setting, data.assumingMemoryBound(to: crypt_data.self)).map { String(cString: $0) }
        }
    }
#endif
