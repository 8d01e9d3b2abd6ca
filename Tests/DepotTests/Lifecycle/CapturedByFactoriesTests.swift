import Depot
import Testing

/// R9, C6: what the factories of something that ends have captured goes with it, also where they were the first to ask for what lives on.
@Suite struct CapturedByFactoriesTests {
    private final class Captured: Sendable {}
    private final class Plain: Sendable {}
    private final class Given: Sendable {}

    private final class Asking: Sendable {
        let resolver: Resolver
        init(_ resolver: Resolver) { self.resolver = resolver }
    }

    private final class Late: Sendable {
        let plain: Lazy<Plain>
        init(_ plain: Lazy<Plain>) { self.plain = plain }
    }

    private final class Injected: Sendable {
        private let resolver = Inject<Resolver>()
        init() {}
    }

    private final class Shared: Sendable {
        init() {}
    }

    private final class Own: Sendable {
        init() {}
    }

    private final class Holder: Sendable {
        init(_: Own) {}
    }

    /// What a factory does, whose container lives on.
    private typealias Use = @Sendable (Resolver) throws -> Void

    private func makeContainer(withFunctions: Bool) -> Container {
        let container = Container()
        container.register(Plain.self, .singleton) { _ in Plain() }
        if withFunctions {
            container.register(Asking.self, .singleton, using: Asking.init)
            container.register(Late.self, .singleton, using: Late.init)
            container.register(Injected.self, .singleton, using: Injected.init)
        } else {
            container.register(Asking.self, .singleton) { Asking($0) }
            container.register(Late.self, .singleton) { Late(try $0.resolve()) }
            container.register(Injected.self, .singleton) { _ in Injected() }
        }
        container.register(Shared.self, .singleton, using: Shared.init)
        container.register(Own.self, using: Own.init)
        container.register(Holder.self, using: Holder.init)
        container.expect(Given.self, in: .request)
        return container
    }

    private static let uses: [Use] = [
        { _ = try $0.resolve(Plain.self) }, { _ = try $0.resolve(Asking.self) }, { _ = try $0.resolve(Late.self) },
        { _ = try $0.resolve(Late.self).plain() }, { _ = try $0.resolve(Injected.self) },
    ]

    /// Puts in place what asks, uses it, and ends it.
    private static let ends: [@Sendable (Container, @escaping Use) -> Void] = [
        { container, ask in
            container.withOverrides {
                $0.replace(Shared.self) { r in
                    try ask(r)
                    return Shared()
                }
            } operation: {
                _ = container.resolve(Shared.self)
            }
        },
        { container, ask in
            container.withOverrides {
                $0.replace(Own.self, asking(atLast: ask))
            } operation: {
                for _ in 0..<4 { _ = container.resolve(Holder.self) }
            }
        },
        { container, ask in
            let replacement = container.replace(Shared.self) { r in
                try ask(r)
                return Shared()
            }
            _ = container.resolve(Shared.self)
            replacement.restore()
        },
        { container, ask in
            let child = Container(parent: container)
            child.register(Shared.self, .singleton) { r in
                try ask(r)
                return Shared()
            }
            _ = child.resolve(Shared.self)
        },
        { container, ask in
            let child = Container(parent: container)
            child.register(Own.self, .transient, asking(atLast: ask))
            child.register(Holder.self, using: Holder.init)
            for _ in 0..<4 { _ = child.resolve(Holder.self) }
        },
        { container, ask in
            let child = Container(parent: container)
            child.decorate(Shared.self) { shared, r in
                try ask(r)
                return shared
            }
            _ = child.resolve(Shared.self)
        },
        { container, ask in
            container.withScope(
                .request,
                providing: {
                    $0.provide(Given.self) { r in
                        try ask(r)
                        return Given()
                    }
                }
            ) { _ = container.resolve(Given.self) }
        },
        { container, ask in
            container.register(Shared.self, .singleton) { r in
                try ask(r)
                return Shared()
            }
            _ = container.resolve(Shared.self)
            container.register(Shared.self, .singleton, using: Shared.init)
        },
    ]

    /// A factory that asks when it runs for the fourth time, when nobody keeps track of its runs any more.
    private static func asking(atLast ask: @escaping Use) -> @Sendable (Resolver) throws -> Own {
        let runs = Counter()
        return { r in
            if runs.increment() == 4 { try ask(r) }
            return Own()
        }
    }

    @Test(arguments: ends.indices, uses.indices)
    func `R9 C6: what a factory of something that has ended had captured is gone, whatever it was the first to ask for`(
        _ end: Int, _ use: Int
    ) {
        for withFunctions in [true, false] {
            let container = makeContainer(withFunctions: withFunctions)
            weak var captured: Captured?
            do {
                let made = Captured()
                captured = made
                let use = Self.uses[use]
                Self.ends[end](container) { [made] resolver in
                    try use(resolver)
                    withExtendedLifetime(made) {}
                }
            }
            #expect(captured == nil, "with functions: \(withFunctions)")
            #expect(container.resolve(Late.self) === container.resolve(Late.self))
        }
    }
}
