import Depot
import Hummingbird

/// popcorn's API: each route resolves its use case in the scope of its request.
enum Routes {
    static func add(to api: some RouterMethods<ServerContext>) {
        api.post("sign-up") { request, context in
            let account = try await resolve(SignUp.self)(request.body(context))
            return EditedResponse(status: .created, response: account)
        }
        api.post("login") { request, context in
            try await resolve(LogIn.self)(request.body(context))
        }
        api.post("social-login") { request, context in
            try await resolve(SocialLogIn.self)(request.body(context))
        }
        api.post("refresh") { request, context in
            try await resolve(Tokens.self).refresh(request.body(context))
        }
        api.get("me") { _, context in
            let login = try context.caller.login
            try resolve(UserSession.self).requests.add(1)
            return try await resolve(Tokens.self).account(of: login)
        }
        api.post("log-out") { request, _ in
            try await resolve(Tokens.self).logOut(request.bearerToken)
            return Nothing()
        }
    }

    /// Resolves in the scope of the request; a failure is the request's, and not the server's end.
    static func resolve<Service>(_ type: Service.Type) throws -> Service { try Container.shared.tryResolve(type) }
}

extension Request {
    /// The body, as what the path takes.
    fileprivate func body<Body: Decodable>(_ context: ServerContext) async throws -> Body {
        do {
            return try await decode(as: Body.self, context: context)
        } catch let refusal as Refusal {
            throw refusal
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw Refusal.badRequest
        }
    }
}
