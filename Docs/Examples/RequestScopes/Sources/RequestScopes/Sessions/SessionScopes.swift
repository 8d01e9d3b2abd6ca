import Depot
import DepotValues
import Foundation

/// The session scopes that are open: one for each login that is in use.
///
/// A scope is opened at login, or by the first request after a restart, and shared by all requests of the login, also those that run at
/// once. It is closed when the login has ended *and* its last request has left: logging out pulls nothing away from under a request.
actor SessionScopes: Disposable {
    private var open: [String: Entry] = [:]
    @Dependency(\.date) private var date

    private struct Entry {
        let scope: HeldScope
        var expires: Date
        var requests = 0
        var isEnded = false
    }

    /// How many are open.
    var count: Int { open.count }

    /// Opens the scope of a login, or keeps the one there is open for longer.
    func open(_ login: LoginRecord, in container: Container) {
        open[login.id] = entry(of: login, in: container)
    }

    /// Ends a login's session: at once, or when its last request leaves.
    func end(_ id: String) async {
        open[id]?.isEnded = true
        await closeIfOver(id)
    }

    /// Ends the sessions whose access token has expired; a refresh opens the session anew.
    func endExpired() async {
        let now = date.now
        for (id, entry) in open where entry.expires <= now { await end(id) }
    }

    func dispose() async throws {
        let scopes = open.values.map(\.scope)
        open = [:]
        for scope in scopes { await scope.close() }
    }
}

extension SessionScopes {
    /// Lends a login's scope to a request.
    ///
    /// - Parameters:
    ///   - login: The login.
    ///   - container: The container to open it on, where it is not open.
    ///   - operation: What runs with it.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws.
    nonisolated func lend<Result: Sendable>(
        _ login: LoginRecord, in container: Container, to operation: (HeldScope) async throws -> Result
    ) async throws -> Result {
        let scope = await enter(login, container)
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(try await operation(scope))
        } catch {
            result = .failure(error)
        }
        await leave(login.id)
        return try result.get()
    }

    private func entry(of login: LoginRecord, in container: Container) -> Entry {
        var entry = open[login.id] ?? Entry(scope: HeldScope(.session, id: login.id, in: container), expires: login.accessExpires)
        entry.expires = max(entry.expires, login.accessExpires)
        return entry
    }

    private func enter(_ login: LoginRecord, _ container: Container) -> HeldScope {
        var entry = entry(of: login, in: container)
        entry.requests += 1
        open[login.id] = entry
        return entry.scope
    }

    private func leave(_ id: String) async {
        open[id]?.requests -= 1
        await closeIfOver(id)
    }

    private func closeIfOver(_ id: String) async {
        guard let entry = open[id], entry.isEnded, entry.requests == 0 else { return }
        open[id] = nil
        await entry.scope.close()
    }
}
