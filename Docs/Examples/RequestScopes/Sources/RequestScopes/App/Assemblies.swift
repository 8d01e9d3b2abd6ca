import Depot
import Logging

extension Layer {
    /// What the machine offers: hashing, a log, the file of the database.
    ///
    /// Everything else may build on it.
    static let platform = Layer("platform", rank: 50)
}

/// What there is once in the server.
struct PlatformAssembly: Assembly {
    let options: ServerOptions
    let logger: Logger

    func assemble(_ container: Container) {
        container.register(ServerOptions.self, in: .platform, instance: options)
        container.register(ServerLog.self, in: .platform, instance: ServerLog(logger: logger))
        container.register((any PasswordHasher).self, .singleton, in: .platform, using: PlatformPasswordHasher.init)
        container.register(Tally.self, .singleton, in: .platform, using: Tally.init)
        container.register(AppDatabase.self, .eager, in: .platform, using: AppDatabase.init)
    }
}

/// What there is once for each request: what its scope is given by ``RequestScopeMiddleware``, and what is made from that.
struct RequestAssembly: Assembly {
    func assemble(_ container: Container) {
        container.expect(IncomingRequest.self, in: .request, layer: .platform)
        container.expect(TraceContext.self, in: .request, layer: .platform)
        container.register(Visitor.self, .scoped(.request), in: .platform, using: { Visitor.anonymous })
        container.register(RequestInfo.self, .scoped(.request), in: .platform, using: RequestInfo.init)
        container.register(Logger.self, .scoped(.request), in: .platform, using: RequestInfo.logger)
        container.register(Transaction.self, .scoped(.request), in: .platform, using: Transaction.init)
    }
}

/// What there is once for each login that is in use: what its scope is given by ``SessionScopes``, and what is made from that.
struct SessionAssembly: Assembly {
    func assemble(_ container: Container) {
        container.expect(SessionUser.self, in: .session, layer: .platform)
        container.register(UserSession.self, .scoped(.session), in: .platform, using: UserSession.init)
        container.register(SessionScopes.self, .singleton, in: .platform, using: SessionScopes.init)
    }
}

/// What the server is about.
///
/// Nothing here says that it belongs to a request: what it is made from does.
struct AccountsAssembly: Assembly {
    func assemble(_ container: Container) {
        container.register((any AccountRepository).self, in: .repository, using: DatabaseAccountRepository.init)
        container.register((any LoginRepository).self, in: .repository, using: DatabaseLoginRepository.init)
        container.register(LoginOpening.self, in: .useCase, using: LoginOpening.init)
        container.register(SignUp.self, in: .useCase, using: SignUp.init)
        container.register(LogIn.self, in: .useCase, using: LogIn.init)
        container.register(SocialLogIn.self, in: .useCase, using: SocialLogIn.init)
        container.register(Tokens.self, in: .useCase, using: Tokens.init)
    }
}

/// Puts the server's container together.
enum Bootstrap {
    static func container(_ options: ServerOptions, logger: Logger) throws -> Container {
        let container = Container {
            PlatformAssembly(options: options, logger: logger)
            RequestAssembly()
            SessionAssembly()
            AccountsAssembly()
        }
        try container.validate()
        return container
    }
}
