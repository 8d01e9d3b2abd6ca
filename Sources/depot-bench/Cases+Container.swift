import Depot

/// The container that most rows resolve from.
func benchContainer() -> Container {
    let container = Container()
    container.register((any Service).self, .singleton) { _ in Plain() }
    container.register((any OtherService).self, .singleton, using: OtherPlain.init)
    container.register((any TransientService).self) { _ in TransientPlain() }
    container.register(Item.self) { (_, id: ItemID) in Item(id) }
    return container
}

/// The rows about resolving.
@MainActor
func containerCases() -> [Case] {
    let floor = LockedDictionary()
    floor.set(Plain(), as: (any Service).self)
    let container = benchContainer()
    let observed = benchContainer()
    let observation = observed.observe { _ in }
    keep(observed.resolve((any Service).self))
    observation.end()
    let plain = Container()
    plain.register((any TransientService).self, using: TransientPlain.init)
    let login = Container { LoginAssembly() }
    let network: any NetworkManager = login.resolve()
    let keychain: any KeychainManager = login.resolve()
    return [
        Case(name: "c", run: { count in for _ in 0..<count { keep(floor.resolve((any Service).self)) } }),
        Case(name: "floor: static let", run: { count in for _ in 0..<count { keep(Globals.service()) } }),
        Case(name: "floor: init of a class", run: { count in for index in 0..<count { keep(Plain(number: index) as any Service) } }),
        Case(
            name: "floor: login graph by hand",
            run: { count in
                for _ in 0..<count {
                    let tokens = DefaultTokenUseCase(repository: DefaultTokenRepository(network: network, keychain: keychain))
                    let login = DefaultLoginUseCase(repository: DefaultLoginRepository(network: network), tokens: tokens)
                    keepObject(LoginViewModel(login: login))
                }
            }),
        Case(
            name: "settled singleton", limit: 0.6,
            run: { count in for _ in 0..<count { keep(container.resolve((any Service).self)) } }),
        Case(
            name: "settled singleton, after its observer has left", limit: 1.1,
            run: { count in for _ in 0..<count { keep(observed.resolve((any Service).self)) } }, unit: "settled singleton"),
        Case(
            name: "transient, no dependencies", limit: 2.5,
            run: { count in for _ in 0..<count { keep(container.resolve((any TransientService).self)) } }),
        Case(
            name: "transient, no dependencies, using:", limit: 2.5,
            run: { count in for _ in 0..<count { keep(plain.resolve((any TransientService).self)) } }),
        Case(
            name: "one runtime argument", limit: 3.5,
            run: { count in
                for index in 0..<count { keep(container.resolve(Item.self, arguments: ItemID(value: index)) as any Service) }
            }),
        Case(
            name: "login view model", limit: 20,
            run: { count in for _ in 0..<count { keepObject(login.resolve(LoginViewModel.self)) } }, count: 2_000),
    ]
}

/// The rows about overriding.
func overrideCases() -> [Case] {
    let container = Container()
    container.register((any Service).self, .singleton) { _ in Plain() }
    keep(container.resolve((any Service).self))
    let mock = Plain(number: 2)
    return [
        Case(
            name: "floor: bind a task-local and read it",
            run: { count in
                for _ in 0..<count { Ambient.$service.withValue(mock) { if let value = Ambient.service { keep(value) } } }
            }),
        Case(
            name: "override, resolve a mock, leave", limit: 8,
            run: { count in
                for _ in 0..<count {
                    container.withOverrides {
                        $0.replace((any Service).self, with: mock)
                    } operation: {
                        keep(Container.shared.resolve((any Service).self))
                    }
                }
            }, count: 2_000),
    ]
}
