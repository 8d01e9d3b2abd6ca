@testable import Depot

/// A type that stands for a number, so that many distinct services can be made from data.
protocol Numbered: Sendable {}
enum End: Numbered {}
enum Zero<Rest: Numbered>: Numbered {}
enum One<Rest: Numbered>: Numbered {}

/// A service of its own type for each number.
final class Numeric<Number: Numbered>: Sendable {}

/// How a parameter is asked for, and what the engine does for it.
struct Ask: Sendable {
    let dependency: Dependency
    let get: @Sendable (Resolver) throws -> Void
    let getAsync: @Sendable (Resolver) async throws -> Void

    init<Value>(_ type: Value.Type) {
        // None of the parameters asked for here is a `Resolver`, the only one without a dependency.
        dependency = Parameter<Value>.dependency.unsafelyUnwrapped
        get = { _ = try Parameter<Value>.value(from: $0) }
        getAsync = { _ = try await Parameter<Value>.asyncValue(from: $0) }
    }
}

/// What can be done with the service of one number.
struct NumberedService: Sendable {
    let name: String
    let ask: @Sendable (Dependency.Kind) -> Ask
    let register: @Sendable (Container, RegistrationDraft, Lifetime, Traits, [Ask], @escaping @Sendable () -> Void) -> Void
    let decorate: @Sendable (Container) -> Void
    let resolve: @Sendable (Container) throws -> Void
    let resolveAsync: @Sendable (Container) async throws -> Void

    init<Number: Numbered>(_ number: Number.Type) {
        typealias Service = Numeric<Number>
        name = typeName(of: Service.self)
        ask = { kind in
            switch kind {
            case .required: Ask(Service.self)
            case .optional: Ask(Service?.self)
            case .collection: Ask([Service].self)
            case .named: Ask([Name: Service].self)
            case .lazy: Ask(Lazy<Service>.self)
            case .provider: Ask(Provider<Service>.self)
            case .factory: Ask(Factory<Service>.self)
            }
        }
        register = { container, draft, lifetime, traits, asks, made in
            let make = Make<Service>()
            if traits.contains(.async) {
                make.async = .init { resolver in
                    for ask in asks { try await ask.getAsync(resolver) }
                    made()
                    return Service()
                }
            } else {
                make.plain = .init { resolver in
                    for ask in asks { try ask.get(resolver) }
                    made()
                    return Service()
                }
            }
            if traits.contains(.alias) {
                make.async = .init { resolver in
                    for ask in asks { try await ask.getAsync(resolver) }
                    return Service()
                }
            }
            container.add(
                TypedRegistration<Service>(draft, lifetime: lifetime, traits: traits, dependencies: { asks.map(\.dependency) }, make: make))
        }
        decorate = { container in container.decorate(Service.self) { base, _ in base } }
        resolve = { _ = try $0.tryResolve(Service.self) }
        resolveAsync = { _ = try await $0.resolveAsync(Service.self) }
    }

    /// Containers in which each of the services asks for the one before it, in turn by its type, an optional and a list: a container for each
    /// of some lifetimes.
    static func chains(of services: [NumberedService]) -> [Container] {
        [Lifetime.transient, .singleton, .graph, .weak].map { lifetime in
            let container = Container()
            let draft = RegistrationDraft(source: SourceLine(here, 1))
            for (number, service) in services.enumerated() {
                let asks = number == 0 ? [] : [services[number - 1].ask([.required, .optional, .collection][number % 3])]
                service.register(container, draft, lifetime, [], asks) {}
            }
            return container
        }
    }

    /// The services of the numbers below a power of two.
    static func all(bits: Int) -> [NumberedService] {
        func descend<Number: Numbered>(_ type: Number.Type, _ bits: Int) -> [NumberedService] {
            bits == 0 ? [NumberedService(type)] : descend(Zero<Number>.self, bits - 1) + descend(One<Number>.self, bits - 1)
        }
        return descend(End.self, bits)
    }
}
