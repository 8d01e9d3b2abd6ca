import Depot

/// What lives as long as a login.
///
/// Each session is given its account.
struct SessionAssembly: Assembly {
    func assemble(_ container: Container) {
        container.expect(Account.self, in: .session)
        container.register(Membership.self, .scoped(.session), in: .useCase, using: Membership.init)
    }
}
