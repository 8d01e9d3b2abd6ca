import Depot
import DepotValues
import GRDB
import Hummingbird

/// Finds the login of an access token and puts the request into the scope of its session.
///
/// The database says which tokens are good, each time: a token that was exchanged, or whose login has ended, opens nothing from then on.
/// A bad token is no error here, because not every path wants one.
struct SessionScopeMiddleware: RouterMiddleware {
    let container: Container
    private let database: AppDatabase
    private let sessions: SessionScopes
    @Dependency(\.date) private var date

    init(container: Container) throws {
        self.container = container
        database = try container.tryResolve(AppDatabase.self)
        sessions = try container.tryResolve(SessionScopes.self)
    }

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard let token = request.bearerToken else { return try await next(request, context) }
        let login: LoginRecord
        do {
            login = try await self.login(token)
        } catch {
            var context = context
            context.caller = .refused(error)
            return try await next(request, context)
        }
        return try await sessions.lend(login, in: container) { scope in
            var context = context
            context.caller = .session(login, scope)
            return try await next(request, context)
        }
    }

    private func login(_ token: String) async throws -> LoginRecord {
        guard let login = try await database.pool.read({ db in try LoginRecord.find(accessToken: token, in: db) }) else {
            throw Refusal.tokenUnknown
        }
        guard login.accessExpires > date.now else { throw Refusal.tokenExpired }
        return login
    }
}
