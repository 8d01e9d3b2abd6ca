public import Depot

/// The app, without a server.
struct ModelAssembly: Assembly {
    func assemble(_ container: Container) {
        container.expect(Reader.self, in: .session)
        container.expect(Book.self, in: .screen)
        container.register(ReaderSession.self, .scoped(.session), in: .repository, using: ReaderSession.init)
        container.register(Account.self, .singleton, in: .useCase, using: Account.init)
        container.register(NoteDraft.self, .scoped(.screen), using: NoteDraft.init)
        container.register(LoginModel.self, in: .viewModel, using: LoginModel.init)
        container.register(ShelfModel.self, in: .viewModel, using: ShelfModel.init)
        container.register(BookModel.self, arguments: Book.self, in: .viewModel, using: BookModel.init)
    }
}

/// The app with the library on the web.
public struct AppAssembly: Assembly {
    /// The app as it ships.
    public init() {}

    /// What the app is made of besides.
    public var dependencies: [any Assembly] { [ModelAssembly()] }

    /// Registers the server.
    public func assemble(_ container: Container) {
        container.register((any Library).self, .singleton, in: .repository) { _ in WebLibrary(server: "https://library.example") }
    }
}

/// The app with a library that needs no network: for previews, and for tests of the user interface.
public struct SampleAssembly: Assembly {
    /// The app with sample data.
    public init() {}

    /// What the app is made of besides.
    public var dependencies: [any Assembly] { [ModelAssembly()] }

    /// Registers the samples.
    public func assemble(_ container: Container) {
        container.register((any Library).self, .singleton, in: .repository) { _ in SampleLibrary() }
    }
}
