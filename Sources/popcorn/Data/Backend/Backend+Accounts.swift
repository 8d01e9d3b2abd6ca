import DepotValues

/// Making accounts and logging in. Hashing takes its time, so it is done while no file is locked.
extension Backend {
    func signUp(_ credentials: Credentials) async throws -> Account {
        guard credentials.password.isUsable else { throw BackendRefusal.unusablePassword }
        guard credentials.password.isLongEnough else {
            throw BackendRefusal(400, .weakPassword, "The password is too short: it needs \(Password.minimumLength) characters.")
        }
        @Dependency(\.date) var date
        let name = credentials.name.rawValue
        let taken = BackendRefusal(409, .nameTaken, "The name \"\(name)\" is taken.")
        if try accounts.read()[name] != nil { throw taken }
        let hash = try await hasher.hash(credentials.password)
        let record = AccountRecord(name: name, provider: nil, joined: date.now, secretHash: hash)
        return try accounts.update { (accounts) throws(BackendRefusal) in
            if accounts[name] != nil { throw taken }
            accounts[name] = record
            return record.account
        }.get()
    }

    func logIn(_ credentials: Credentials) async throws -> Session {
        guard credentials.password.isUsable else { throw BackendRefusal.unusablePassword }
        let name = credentials.name.rawValue
        let record = try accounts.read()[name]
        // Hashed also where there is no account: neither the answer nor the time it takes tells which names there are.
        guard await hasher.matches(credentials.password, record?.secretHash) else { throw BackendRefusal.wrongPassword }
        return try open(name)
    }

    /// The provider's part is played here: who comes first gets the name, and keeps it by the ticket.
    func socialLogIn(_ identity: SocialIdentity) async throws -> Session {
        guard IdentityProvider.known.contains(identity.provider) else {
            let known = IdentityProvider.known.map(\.rawValue).joined(separator: ", ")
            throw BackendRefusal(404, .unknownProvider, "There is no provider \"\(identity.provider)\"; there are: \(known).")
        }
        guard identity.ticket.isUsable else { throw BackendRefusal.unusablePassword }
        @Dependency(\.date) var date
        let name = "\(identity.name)@\(identity.provider)"
        if try accounts.read()[name] == nil {
            let hash = try await hasher.hash(identity.ticket)
            let record = AccountRecord(name: name, provider: identity.provider, joined: date.now, secretHash: hash)
            try accounts.update { accounts in
                if accounts[name] == nil { accounts[name] = record }
            }.get()
        }
        guard let record = try accounts.read()[name], await hasher.matches(identity.ticket, record.secretHash) else {
            throw BackendRefusal(401, .wrongTicket, "\(identity.provider) does not recognise you as \"\(identity.name)\".")
        }
        return try open(name)
    }
}
