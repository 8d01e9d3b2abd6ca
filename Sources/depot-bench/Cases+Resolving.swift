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
func resolvingCases() -> [Case] {
    let container = benchContainer()
    let observed = benchContainer()
    let observation = observed.observe { _ in }
    keep(observed.resolve((any Service).self))
    observation.end()
    let watched = benchContainer()
    let watch = watched.observe { _ in }
    let plain = Container()
    plain.register((any TransientService).self, using: TransientPlain.init)
    let login = Container { LoginAssembly() }
    let byHand = LoginByHand()
    let named = namedContainer()
    return [
        unitCase(),
        staticLetCase(),
        Case("floor: init of a class") { count in for index in 0..<count { keep(Plain(number: index) as any Service) } },
        Case("floor: login graph by hand", count: 2_000) { count in for _ in 0..<count { keepObject(byHand.viewModel()) } },
        settledCase(),
        Case("settled singleton, after its observer has left", limit: .atMost(1.1), unit: "settled singleton") { count in
            for _ in 0..<count { keep(observed.resolve((any Service).self)) }
        },
        Case("settled singleton, while an observer is there that does nothing", count: 2_000) { count in
            for _ in 0..<count { keep(watched.resolve((any Service).self)) }
            keepObject(watch)
        },
        Case("transient, no dependencies", limit: .atMost(2.5), floor: "floor: init of a class") { count in
            for _ in 0..<count { keep(container.resolve((any TransientService).self)) }
        },
        Case("transient, no dependencies, using:", limit: .atMost(2.5), floor: "floor: init of a class") { count in
            for _ in 0..<count { keep(plain.resolve((any TransientService).self)) }
        },
        Case("one runtime argument", limit: .atMost(3), floor: "floor: init of a class") { count in
            for index in 0..<count { keep(container.resolve(Item.self, arguments: ItemID(value: index)) as any Service) }
        },
        Case("login view model", limit: .atMost(19), floor: "floor: login graph by hand", count: 2_000) { count in
            for _ in 0..<count { keepObject(login.resolve(LoginViewModel.self)) }
        },
        Case("settled singleton with a name") { count in for _ in 0..<count { keep(named.resolve((any Service).self, name: .main)) } },
        Case("transient with a name", floor: "floor: init of a class") { count in
            for _ in 0..<count { keep(named.resolve((any TransientService).self, name: .main)) }
        },
        Case("settled singleton, resolveIfRegistered") { count in
            for _ in 0..<count { if let service = container.resolveIfRegistered((any Service).self) { keep(service) } }
        },
        Case("what lives in the current screen", count: 2_000) { count in
            for _ in 0..<count { keepObject(named.resolve(OtherPlain.self)) }
        },
        Case("singleton kept for a runtime argument", count: 2_000) { count in
            for index in 0..<count { keepObject(named.resolve(Item.self, arguments: ItemID(value: index & 7))) }
        },
    ]
}

extension Name {
    fileprivate static let main: Name = "main"
}

/// What an app resolves beside plain singletons and transients.
private func namedContainer() -> Container {
    let container = Container()
    container.register((any Service).self, name: .main, .singleton) { _ in Plain() }
    container.register((any TransientService).self, name: .main) { _ in TransientPlain() }
    container.register(OtherPlain.self, .scoped(.screen), using: OtherPlain.init)
    container.register(Item.self, .singleton) { (_, id: ItemID) in Item(id) }
    container.scopeContext.setCurrent(.screen, id: "Home")
    return container
}
