import Depot

/// The services that the app consists of, layer by layer, as far as a container knows them.
struct ServiceMap {
    private(set) var layers: [(layer: Layer, services: [String])] = []

    /// How many there are.
    var count: Int { layers.map(\.services.count).reduce(0, +) }

    /// Asks a container what it knows.
    ///
    /// Nothing is built for it.
    init(of container: Container) {
        func add<each Service>(_ layer: Layer, _ types: repeat (each Service).Type) {
            var services: [String] = []
            for type in repeat each types {
                if container.knows(type) { services.append("\(type)") }
            }
            layers.append((layer, services))
        }
        add(.platform, (any WallClock).self, (any PasswordHasher).self, (any PasswordSource).self)
        add(
            .repository, Backend.self, (any NetworkManager).self, (any KeychainManager).self, (any TokenRepository).self,
            (any LoginRepository).self, (any SocialLoginRepository).self, (any SignUpRepository).self)
        add(
            .useCase, (any TokenUseCase).self, (any LoginUseCase).self, (any SocialLoginUseCase).self, (any SignUpUseCase).self)
        add(.viewModel, LoginViewModel.self, SocialLoginViewModel.self, SignUpFirstViewModel.self, SignUpSecondViewModel.self)
        add(.coordinator, AppCoordinator.self)
    }
}

extension Container {
    /// Whether a service is registered, with runtime arguments or without.
    ///
    /// Only what is not registered is asked for, so nothing is built.
    fileprivate func knows<Service>(_ type: Service.Type) -> Bool {
        if isRegistered(type) { return true }
        do {
            _ = try tryResolve(type)
            return true
        } catch .wrongArguments {
            return true
        } catch {
            return false
        }
    }
}
