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
        var context = context
        let stay: SessionScopes.Stay
        do {
            stay = try await sessions.enter(container) { try await login(token) }
        } catch {
            context.caller = .refused(error)
            return try await next(request, context)
        }
        context.caller = .session(stay.login, stay.scope)
        let result: Result<Response, any Error>
        do {
            result = .success(try await next(request, context))
        } catch {
            result = .failure(error)
        }
        await sessions.leave(stay.login.id)
        return try result.get()
    }

    private func login(_ token: String) async throws -> LoginRecord {
        guard let login = try await database.pool.read({ db in try LoginRecord.find(accessToken: token, in: db) }) else {
            throw Refusal.tokenUnknown
        }
        guard login.accessExpires > date.now else { throw Refusal.tokenExpired }
        return login
    }
}
