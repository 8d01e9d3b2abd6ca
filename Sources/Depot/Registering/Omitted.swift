/// What stands for the parameters that a form of registration has only to be told from others.
///
/// A trailing closure may be taken for any parameter that is a function, whatever its label. With thirteen forms that take one, an
/// expression of a few operators in a closure took the type checker seconds, and a mistake in it was told as *cannot infer type of closure
/// parameter*. So the forms with a label, `using:` and `onMainActor:`, have a closure of two or three resolvers before it: a trailing
/// closure is matched against that, and fails at once by its number of parameters. The compiler only does so where what follows has a
/// default, so the function has one as well, which nobody can get: the types of its parameters cannot be inferred then.
///
/// The number of resolvers also tells the two forms of isolation apart, without which the solver picks wrongly.
@usableFromInline
enum Omitted {
    @usableFromInline
    static func closure<Service>(_: Resolver, _: Resolver) throws -> Service { missing() }

    @usableFromInline
    static func closure<Service>(_: Resolver, _: Resolver, _: Resolver) throws -> Service { missing() }

    @usableFromInline
    static func function<each Dependent, Service>() -> @Sendable (repeat each Dependent) throws -> Service { missing() }

    @usableFromInline
    static func mainActorFunction<each Dependent, Service>() -> @MainActor @Sendable (repeat each Dependent) throws -> Service {
        missing()
    }

    @usableFromInline
    static func mainActorClosure<each Argument, Service>() -> @MainActor @Sendable (Resolver, repeat each Argument) throws -> Service {
        missing()
    }

    @usableFromInline
    static func asyncClosure<Service>(_: Resolver, _: Resolver) async throws -> Service { missing() }

    @usableFromInline
    static func asyncClosure<Service>(_: Resolver, _: Resolver, _: Resolver) async throws -> Service { missing() }

    @usableFromInline
    static func asyncFunction<each Dependent, Service>() -> @isolated(any) @Sendable (repeat each Dependent) async throws -> Service {
        missing()
    }

    @usableFromInline
    static func concurrentFunction<each Dependent, Service>() -> @concurrent @Sendable (repeat each Dependent) async throws -> Service {
        missing()
    }

    private static func missing() -> Never { fatalError("Depot: a registration needs a function that makes the service.") }
}
