import DepotValues

/// Logins, from the first pair of tokens to the last.
extension Backend {
    /// Opens a login.
    func open(_ account: String) throws -> Session {
        @Dependency(\.date) var date
        @Dependency(\.uuid) var uuid
        let now = date.now
        let session = Session(id: uuid(), account: account, now: now)
        try sessions.update { records in
            records.removeAll { $0.isForgotten(at: now) }
            records.append(SessionRecord(session))
        }.get()
        return session
    }

    /// Exchanges a refresh token, which is good for one exchange.
    func refresh(_ renewal: Renewal) throws -> Session {
        @Dependency(\.date) var date
        let now = date.now
        return try sessions.update { (records) throws(BackendRefusal) in
            guard let index = records.index(ofRefreshToken: renewal.refreshToken) else { throw .tokenUnknown }
            guard records[index].session.refreshExpires > now else { throw .sessionExpired }
            let session = Session(id: records[index].session.id, account: records[index].session.account, now: now)
            records[index] = SessionRecord(session)
            return session
        }.get()
    }

    /// Whose access token it is.
    func account(for token: String?) throws -> Account {
        @Dependency(\.date) var date
        let records = try sessions.read()
        guard let token, let index = records.index(ofAccessToken: token) else { throw BackendRefusal.tokenUnknown }
        let session = records[index].session
        guard session.accessExpires > date.now else { throw BackendRefusal.tokenExpired }
        guard let record = try accounts.read()[session.account] else { throw BackendRefusal.tokenUnknown }
        return record.account
    }

    /// Ends a login, also one whose access token has expired.
    func logOut(_ token: String?) throws -> Nothing {
        try sessions.update { (records) throws(BackendRefusal) in
            guard let token, let index = records.index(ofAccessToken: token) else { throw .tokenUnknown }
            records.remove(at: index)
            return Nothing()
        }.get()
    }
}
