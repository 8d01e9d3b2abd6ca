#if canImport(PopcornCrypt)
    import PopcornCrypt

    /// Hashes with `crypt_r(3)` of the system's library: SHA-512 in many rounds, with a random salt.
    struct PlatformPasswordHasher: PasswordHasher {
        private static let method = "$6$rounds=20000$"
        /// What the password of an account that is not there is hashed by.
        private static let nobody = method + "nobody$"

        func hash(_ password: Password) async throws(Problem) -> String {
            guard let hash = await Self.crypt(password, Self.method + Secret.salt() + "$"), hash.hasPrefix(Self.method) else {
                throw Problem(
                    .badInput, "This system cannot hash passwords with SHA-512.", at: "crypt_r(3)",
                    fix: "install a libcrypt that knows $6$ (glibc's, or libxcrypt), or use --server URL.")
            }
            return hash
        }

        func matches(_ password: Password, _ hash: String?) async -> Bool {
            let computed = await Self.crypt(password, hash ?? Self.nobody)
            guard let hash, let computed else { return false }
            return Secret.areEqual(computed, hash)
        }

        /// Nil, or text that no hash begins with, where the library refuses.
        ///
        /// On no actor, so that several at once take a core each.
        @concurrent private static func crypt(_ password: Password, _ setting: String) async -> String? {
            // Not on the stack: with some libraries it has 128 KiB. It must be zero at first.
            let data = UnsafeMutableRawPointer.allocate(byteCount: MemoryLayout<crypt_data>.size, alignment: 16)
            defer { data.deallocate() }
            data.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<crypt_data>.size)
            return crypt_r(password.rawValue, setting, data.assumingMemoryBound(to: crypt_data.self)).map { String(cString: $0) }
        }
    }
#endif
