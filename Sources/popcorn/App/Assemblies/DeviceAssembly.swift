import Depot

/// What this device knows, whoever is logged in.
struct DeviceAssembly: Assembly {
    func assemble(_ container: Container) {
        container.register((any KnownAccountsRepository).self, .singleton, in: .repository, using: DefaultKnownAccountsRepository.init)
    }
}
