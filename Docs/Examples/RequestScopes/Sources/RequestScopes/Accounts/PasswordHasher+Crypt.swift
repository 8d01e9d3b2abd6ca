#if canImport(Glibc) || canImport(Musl)
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif

    /// Hashes with `crypt(3)` of the system's library: SHA-512 in many rounds, with a random salt.
    ///
    /// `crypt` answers in a buffer that the whole process shares, so all calls go through one actor.
    struct PlatformPasswordHasher: PasswordHasher {
        private static let turn = CryptTurn()

        func hash(_ password: Password) async throws -> String {
            let hash = await Self.turn.hash(password, "$6$rounds=20000$\(Secret.salt())$")
            guard let hash, hash.hasPrefix("$6$") else { throw HashingFailed() }
            return hash
        }

        func matches(_ password: Password, _ hash: String) async -> Bool {
            await Self.turn.hash(password, hash) == hash
        }
    }

    /// Lets one caller at a time into `crypt(3)`.
    private actor CryptTurn {
        func hash(_ password: Password, _ setting: String) -> String? {
            crypt(password.rawValue, setting).map { String(cString: $0) }
        }
    }
#endif
