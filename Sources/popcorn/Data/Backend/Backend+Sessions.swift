import DepotValues

/// Logins, from the first pair of tokens to the last.
extension Backend {
    /// Opens a login.
    func open(_ account: String) throws -> Session {
        @Dependency(\.date) var date
        @Dependency(\.uuid) var uuid
        let now = date.now
        let record = SessionRecord(id: uuid(), account: account, now: now)
        try sessions.update { records in
            records.removeAll { $0.isForgotten(at: now) }
            records.append(record)
        }.get()
        return record.session
    }

    /// Exchanges a refresh token, which is good for one exchange.
    func refresh(_ renewal: Renewal) throws -> Session {
        @Dependency(\.date) var date
        let now = date.now
        return try sessions.update { (records) throws(BackendRefusal) in
            let index = records.firstIndex { $0.session.refreshToken == renewal.refreshToken }
            guard let index else { throw .tokenUnknown }
            guard records[index].session.refreshExpires > now else { throw .sessionExpired }
            let session = records[index].session
            records[index] = SessionRecord(id: session.id, account: session.account, now: now)
            return records[index].session
        }.get()
    }

    /// Whose access token it is.
    func account(for token: String?) throws -> Account {
        @Dependency(\.date) var date
        guard let session = try sessions.read().first(where: { $0.session.accessToken == token })?.session else {
            throw BackendRefusal.tokenUnknown
        }
        guard session.accessExpires > date.now else { throw BackendRefusal.tokenExpired }
        guard let record = try accounts.read()[session.account] else { throw BackendRefusal.tokenUnknown }
        return record.account
    }

    /// Ends a login, also one whose access token has expired.
    func logOut(_ token: String?) throws -> Nothing {
        try sessions.update { (records) throws(BackendRefusal) in
            guard let index = records.firstIndex(where: { $0.session.accessToken == token }) else { throw .tokenUnknown }
            records.remove(at: index)
            return Nothing()
        }.get()
    }
}
