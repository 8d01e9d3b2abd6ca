import Depot

/// An app of 201 services: ten features of twenty, each with an assembly of its own, and the root that shows them all.
///
/// A feature has four areas, each with a client, a cache, a repository and a use case, and four view models. Clients and caches are singletons. The
/// root needs the coordinator of each feature, and that the summary, of two areas: half of what is registered.
enum App {
    static func assemble(_ container: Container) {
        container.assemble {
            FirstAssembly()
            SecondAssembly()
            ThirdAssembly()
            FourthAssembly()
            FifthAssembly()
            SixthAssembly()
            SeventhAssembly()
            EighthAssembly()
            NinthAssembly()
            TenthAssembly()
        }
        container.register(Root.self, in: .viewModel, using: Root.init)
    }

    @inline(__always)
    fileprivate static func feature<Feature>(_ feature: Feature.Type, _ container: Container) {
        area(Area<Feature, First>.self, container)
        area(Area<Feature, Second>.self, container)
        area(Area<Feature, Third>.self, container)
        area(Area<Feature, Fourth>.self, container)
        container.register(Summary<Feature>.self, in: .viewModel, using: Summary<Feature>.init)
        container.register(Detail<Feature>.self, in: .viewModel, using: Detail<Feature>.init)
        container.register(Editor<Feature>.self, in: .viewModel, using: Editor<Feature>.init)
        container.register(Coordinator<Feature>.self, in: .viewModel, using: Coordinator<Feature>.init)
    }

    @inline(__always)
    private static func area<Area>(_ area: Area.Type, _ container: Container) {
        container.register(Client<Area>.self, .singleton, in: .repository, using: Client<Area>.init)
        container.register(Cache<Area>.self, .singleton, in: .repository, using: Cache<Area>.init)
        container.register(Repository<Area>.self, in: .repository, using: Repository<Area>.init)
        container.register(UseCase<Area>.self, in: .useCase, using: UseCase<Area>.init)
    }

    /// What the root is made of, without a container.
    @inline(never)
    static func byHand() -> Root {
        Root(
            coordinator(First.self),
            coordinator(Second.self),
            coordinator(Third.self),
            coordinator(Fourth.self),
            coordinator(Fifth.self),
            coordinator(Sixth.self),
            coordinator(Seventh.self),
            coordinator(Eighth.self),
            coordinator(Ninth.self),
            coordinator(Tenth.self))
    }

    @inline(__always)
    private static func coordinator<Feature>(_ feature: Feature.Type) -> Coordinator<Feature> {
        let (first, second) = (areaByHand(Area<Feature, First>.self), areaByHand(Area<Feature, Second>.self))
        let (third, fourth) = (areaByHand(Area<Feature, Third>.self), areaByHand(Area<Feature, Fourth>.self))
        return Coordinator(
            Summary(first(), second()), Provider { Detail(third(), fourth()) }, Provider { Editor(first(), second(), third()) })
    }

    @inline(__always)
    private static func areaByHand<Area>(_ area: Area.Type) -> @Sendable () -> UseCase<Area> {
        let client = Client<Area>()
        let cache = Cache(client)
        return { UseCase(Repository(client, cache), cache) }
    }
}

private struct FirstAssembly: Assembly {
    func assemble(_ container: Container) { App.feature(First.self, container) }
}

private struct SecondAssembly: Assembly {
    func assemble(_ container: Container) { App.feature(Second.self, container) }
}

private struct ThirdAssembly: Assembly {
    func assemble(_ container: Container) { App.feature(Third.self, container) }
}

private struct FourthAssembly: Assembly {
    func assemble(_ container: Container) { App.feature(Fourth.self, container) }
}

private struct FifthAssembly: Assembly {
    func assemble(_ container: Container) { App.feature(Fifth.self, container) }
}

private struct SixthAssembly: Assembly {
    func assemble(_ container: Container) { App.feature(Sixth.self, container) }
}

private struct SeventhAssembly: Assembly {
    func assemble(_ container: Container) { App.feature(Seventh.self, container) }
}

private struct EighthAssembly: Assembly {
    func assemble(_ container: Container) { App.feature(Eighth.self, container) }
}

private struct NinthAssembly: Assembly {
    func assemble(_ container: Container) { App.feature(Ninth.self, container) }
}

private struct TenthAssembly: Assembly {
    func assemble(_ container: Container) { App.feature(Tenth.self, container) }
}
