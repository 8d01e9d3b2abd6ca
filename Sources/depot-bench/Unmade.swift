import Depot

/// Singletons of many types, to be registered in a container and made at given moments.
struct Unmade {
    let container = Container()
    private var registers: [@Sendable (Container) -> Void] = []
    private var resolves: [@Sendable (Container) -> Void] = []

    init(_ types: [any Numbered.Type]) { for type in types { add(type) } }

    private mutating func add<Number: Numbered>(_ type: Number.Type) {
        registers.append { $0.register(Numeric<Number>.self, .singleton) { _ in Numeric() } }
        resolves.append { keepObject($0.resolve(Numeric<Number>.self)) }
    }

    func registerAll() { for register in registers { register(container) } }

    /// Resolves each once.
    func makeAll() { for resolve in resolves { resolve(container) } }
}
