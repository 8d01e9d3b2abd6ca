import Depot
import DepotValues
import Foundation

/// The session scopes that are open: one for each login that is in use.
///
/// A scope is opened at login, or by the first request after a restart, and shared by all requests of the login, also those that run at
/// once. It is closed when the login is over *and* its last request has left: logging out pulls nothing away from under a request.
///
/// No scope is opened for a login that has ended. The log-out commits, and then tells ``end(_:)``. A request that opens a scope enters
/// first, and then looks again whether the login is there: where it is, the log-out has not committed, and will find the request here.
actor SessionScopes: Disposable {
    private var entries: [String: Entry] = [:]
    private let tally: Tally
    @Dependency(\.date) private var date

    private struct Entry {
        /// Nil until someone has looked again.
        var scope: HeldScope?
        var expires: Date
        var requests = 0
        /// Whether the login has ended; it never comes back.
        var isEnded = false

        func isOver(_ now: Date) -> Bool { requests == 0 && (isEnded || expires <= now) }
    }

    init(tally: Tally) {
        self.tally = tally
    }

    /// How many are open.
    var count: Int { entries.values.count { $0.scope != nil } }

    /// Opens the scope of a login that has just been committed, or keeps the one there is open for longer.
    func open(_ login: LoginRecord, in container: Container) {
        enter(login)
        _ = scope(of: login, container)
        entries[login.id]?.requests -= 1
    }

    /// Ends a login's session: at once, or when its last request leaves.
    func end(_ id: String) async {
        entries[id]?.isEnded = true
        await closeIfOver(id)
    }

    /// Closes the sessions whose access token has expired and that no request is in; a refresh opens the session anew.
    func closeExpired() async {
        for id in entries.keys { await closeIfOver(id) }
    }

    func dispose() async throws {
        for (id, entry) in entries {
            entries[id] = nil
            await close(entry)
        }
    }
}

extension SessionScopes {
    /// A request's stay in its session, which ends with ``leave(_:)``.
    struct Stay: Sendable {
        let login: LoginRecord
        let scope: HeldScope
    }

    /// Lets a request into the session of its login.
    ///
    /// - Parameters:
    ///   - container: The container to open the scope on, where it is not open.
    ///   - find: Looks the login up in the database; it is called a second time where the scope is not open.
    /// - Returns: The login and its scope.
    /// - Throws: What the look throws, ``Refusal/tokenUnknown`` where the login has ended meanwhile; then there is nothing to leave.
    func enter(_ container: Container, _ find: @Sendable () async throws -> LoginRecord) async throws -> Stay {
        let login = try await find()
        enter(login)
        if let entry = entries[login.id], let scope = entry.scope, !entry.isEnded { return Stay(login: login, scope: scope) }
        do {
            let login = try await find()
            guard let scope = scope(of: login, container) else { throw Refusal.tokenUnknown }
            return Stay(login: login, scope: scope)
        } catch {
            await leave(login.id)
            throw error
        }
    }

    /// Lets a request out again.
    func leave(_ id: String) async {
        entries[id]?.requests -= 1
        await closeIfOver(id)
    }

    private func enter(_ login: LoginRecord) {
        var entry = entries[login.id] ?? Entry(expires: login.accessExpires)
        entry.expires = max(entry.expires, login.accessExpires)
        entry.requests += 1
        entries[login.id] = entry
    }

    /// The scope of a login that was entered, opened where it is not open; nil where the login has ended.
    private func scope(of login: LoginRecord, _ container: Container) -> HeldScope? {
        guard let entry = entries[login.id], !entry.isEnded else { return nil }
        if let scope = entry.scope { return scope }
        let scope = HeldScope(.session, id: login.id, in: container, providing: { $0.provide(SessionUser.self, SessionUser(login)) })
        tally.sessionScopes.created.add(1)
        entries[login.id]?.scope = scope
        return scope
    }

    private func closeIfOver(_ id: String) async {
        guard let entry = entries[id], entry.isOver(date.now) else { return }
        entries[id] = nil
        await close(entry)
    }

    private func close(_ entry: Entry) async {
        guard let scope = entry.scope else { return }
        await scope.close()
        tally.sessionScopes.ended.add(1)
    }
}
