import Depot
import DepotTesting
import Foundation
import Observation
import Testing

// The code of Docs/Depot.docc/RegisteringAndResolving.md, compiled and run; the last test compares the two.

extension Name {
    static let audit: Name = "audit"
}

extension Layer {
    static let coordinator = Layer("coordinator", above: .viewModel)
    static let mapping = Layer("mapping", below: .useCase)
}

final class Checkout: Sendable {
    let analytics: (any Analytics)?  // nil while it is not registered
    let plugins: [any Plugin]  // all of them, in registration order
    let keychain: Lazy<any KeychainManager>  // resolved at the first call, then kept
    let login: Provider<any LoginUseCase>  // resolved at each call
    let makeProfile: Factory<Profile, UserID>  // made from arguments

    init(
        analytics: (any Analytics)?, plugins: [any Plugin], keychain: Lazy<any KeychainManager>,
        login: Provider<any LoginUseCase>, makeProfile: Factory<Profile, UserID>
    ) {
        self.analytics = analytics
        self.plugins = plugins
        self.keychain = keychain
        self.login = login
        self.makeProfile = makeProfile
    }
}

struct AccountAssembly: Assembly {
    var dependencies: [any Assembly] { [EdgeAssembly()] }  // applied before this one

    func assemble(_ container: Container) {
        container.register((any LoginUseCase).self, in: .useCase, using: DefaultLoginUseCase.init)
    }
}

struct EdgeAssembly: Assembly {
    func assemble(_ container: Container) {
        container.register((any NetworkManager).self, .singleton, in: .repository, using: URLSessionNetwork.init)
    }

    func assembled(_ container: Container) {  // after all of them are in
        container.decorate((any NetworkManager).self) { base, _ in LoggingNetwork(base) }
    }
}

final class Connection: Disposable, Sendable {
    let log: EventLog

    init(_ log: EventLog) {
        self.log = log
        log.add("opened")
    }

    func dispose() async throws { log.add("closed") }
}

final class AccountScreen {
    @Inject var login: any LoginUseCase  // at the first access, then kept
    @Inject(.onInit) var keychain: any KeychainManager  // when the screen is made, then kept
    @Inject(.onEveryAccess) var network: any NetworkManager  // at each access
    @Inject(name: .audit) var logger: any Logger
    @Inject var analytics: (any Analytics)?  // nil while it is not registered
}

final class AccountService: Sendable {
    private let login = Inject<any LoginUseCase>()
    var network: any NetworkManager { login.wrappedValue.network }
}

@MainActor @Observable
final class AccountModel {
    @ObservationIgnored @Inject var login: any LoginUseCase
}

@Suite struct ContainerGuideTests {
    private let container = makeContainer()

    @Test func `The first example works`() {
        let container = Container()
        container.register((any NetworkManager).self, .singleton, in: .repository, using: URLSessionNetwork.init)
        container.register((any LoginUseCase).self, in: .useCase, using: DefaultLoginUseCase.init)
        let login = container.resolve((any LoginUseCase).self)
        #expect(login.network === container.resolve((any NetworkManager).self))
    }

    @Test func `There are three kinds of factory`() {
        container.register(RetryingLogin.self, using: { (login: any LoginUseCase) in RetryingLogin(login, retries: 3) })
        container.register(RetryingLogin.self) { r in try RetryingLogin(r.resolve(), retries: 3) }
        container.register((any KeychainManager).self, instance: MemoryKeychain("secret"))
        #expect(container.resolve(RetryingLogin.self).retries == 3)
        #expect(container.resolve((any KeychainManager).self).token == "secret")
    }

    @Test func `The last registration wins, and what depended on the old one is made anew`() {
        container.register(RetryingLogin.self, .singleton, using: { (login: any LoginUseCase) in RetryingLogin(login, retries: 1) })
        let old = container.resolve(RetryingLogin.self)
        container.register((any NetworkManager).self, instance: MockNetwork())
        #expect(container.resolve(RetryingLogin.self) !== old)
        #expect(container.resolve(RetryingLogin.self).login.network is MockNetwork)
    }

    @Test func `Instances live as long as the lifetime says`() {
        container.register(Cart.self, .graph, using: Cart.init)
        container.register(ImageCache.self, .weak, using: ImageCache.init)
        container.register(Rates.self, .cached(for: .seconds(60)), using: Rates.init)
        container.register(Till.self, using: Till.init)
        let till = container.resolve(Till.self)
        #expect(till.cart === till.display)
        #expect(till.cart !== container.resolve(Till.self).cart)
        var cache: ImageCache? = container.resolve(ImageCache.self)
        #expect(container.resolve(ImageCache.self) === cache)
        weak let gone = cache
        cache = nil
        #expect(gone == nil)
        #expect(container.resolve(Rates.self) === container.resolve(Rates.self))
    }

    @Test func `A name tells registrations apart`() {
        container.register((any Logger).self, name: .audit, instance: FileLogger())
        let audit = container.resolve((any Logger).self, name: "audit")
        #expect(audit is FileLogger)
        #expect(container.resolveIfRegistered((any Logger).self) == nil)
    }

    @Test func `A factory takes arguments`() {
        container.register(Profile.self) { (r, id: UserID) in try Profile(id, r.resolve()) }
        let profile = container.resolve(Profile.self, arguments: UserID(7))
        #expect(profile.id == UserID(7))
        container.register(Profile.self, arguments: UserID.self, using: Profile.init)
        let profileOfEight = container.resolve(Profile.self, arguments: UserID(8))
        #expect(profileOfEight.id == UserID(8))
        container.register(Avatar.self, .singleton) { (_, id: UserID, size: Int) in Avatar(id, size) }
        let avatar = container.resolve(Avatar.self, arguments: UserID(7), 64)
        #expect(container.resolve(Avatar.self, arguments: UserID(7), 64) === avatar)
        #expect(container.resolve(Avatar.self, arguments: UserID(7), 128) !== avatar)
    }

    @Test func `A parameter may be many things`() throws {
        container.contribute((any Plugin).self, using: SharePlugin.init)
        container.register(Profile.self) { (r, id: UserID) in try Profile(id, r.resolve()) }
        container.register(Checkout.self, .singleton, using: Checkout.init)
        let checkout = container.resolve(Checkout.self)
        let profileOfSeven = checkout.makeProfile(UserID(7))
        let keychain = try checkout.keychain.get()
        #expect(checkout.analytics == nil)
        #expect(checkout.plugins.count == 1)
        #expect(keychain === checkout.keychain())
        #expect(checkout.login() !== checkout.login())
        #expect(profileOfSeven.id == UserID(7))
    }

    @Test func `Handles are made by hand`() throws {
        let byHand = Checkout(
            analytics: nil, plugins: [], keychain: Lazy(MemoryKeychain("secret")), login: Provider { DefaultLoginUseCase(MockNetwork()) },
            makeProfile: Factory { Profile($0, DefaultLoginUseCase(MockNetwork())) })
        #expect(byHand.keychain().token == "secret")
        #expect(byHand.login() !== byHand.login())
        #expect(byHand.makeProfile(UserID(7)).id == UserID(7))
    }

    @MainActor @Test func `A Sendable class and an observable one inject, too`() {
        let (service, model) = container.withOverrides { _ in
        } operation: {
            let (service, model) = (AccountService(), AccountModel())
            _ = service.network
            _ = model.login
            return (service, model)
        }
        #expect(service.network === container.resolve((any LoginUseCase).self).network)
        #expect(model.login.network === service.network)
    }

    @Test func `One instance has two types`() {
        container.register(TokenStore.self, .singleton, using: TokenStore.init)
        container.alias((any TokenReader).self, to: TokenStore.self) { $0 }
        #expect(container.resolve((any TokenReader).self) === container.resolve(TokenStore.self))
    }

    @Test func `There are many of one type`() {
        container.contribute((any Plugin).self, using: SharePlugin.init)
        container.contribute((any Plugin).self, .singleton, using: PrintPlugin.init)
        let plugins = container.resolveAll((any Plugin).self)
        #expect(plugins.map(\.label) == ["share", "print"])
    }

    @Test func `A decorator wraps once, also if it comes first, and a replacement stands in for the whole`() {
        let container = Container()
        container.decorate((any NetworkManager).self) { base, _ in LoggingNetwork(base) }
        container.decorate((any NetworkManager).self, using: LoggingNetwork.init)  // wraps the parameter of the service's own type
        container.register((any NetworkManager).self, .singleton, using: URLSessionNetwork.init)
        let network = container.resolve((any NetworkManager).self)
        #expect(((network as? LoggingNetwork)?.base as? LoggingNetwork)?.base is URLSessionNetwork)
        #expect(container.resolve((any NetworkManager).self) === network)
        container.replace((any NetworkManager).self, with: MockNetwork())
        #expect(container.resolve((any NetworkManager).self) is MockNetwork)
    }

    @Test func `Several decorators wrap in the order they were added`() {
        container.register(String.self, .singleton) { _ in "plain" }
        container.decorate(String.self) { base, _ in "first(\(base))" }
        container.decorate(String.self) { base, _ in "second(\(base))" }
        #expect(container.resolve(String.self) == "second(first(plain))")
    }

    @Test func `A handle breaks a cycle`() {
        container.register(Chicken.self, .singleton, using: Chicken.init)
        container.register(Egg.self, .singleton, using: Egg.init)
        let chicken = container.resolve(Chicken.self)
        #expect(chicken.egg().chicken === chicken)
    }

    @Test func `A cached instance is made anew when its time is up`() {
        let clock = HandClock()
        container.register(Rates.self, .cached(for: .seconds(60), clock: clock), using: Rates.init)
        let rates = container.resolve(Rates.self)
        clock.turn(by: .seconds(59))
        #expect(container.resolve(Rates.self) === rates)
        clock.turn(by: .seconds(1))
        #expect(container.resolve(Rates.self) !== rates)
    }

    @Test func `An async singleton resolves without await once it exists`() async throws {
        container.registerAsync(Database.self, .singleton) { r in try await Database(r.resolve()) }
        let database = try await container.resolveAsync(Database.self)
        #expect(container.resolve(Database.self) === database)
    }

    @Test @MainActor func `The main actor's services are recognised`() {
        container.register(LoginViewModel.self, in: .viewModel, using: LoginViewModel.init)
        container.register(UserViewModel.self, arguments: UserID.self, using: UserViewModel.init)
        container.register((any Router).self, .singleton, onMainActor: { _ in AppRouter() })
        container.decorate((any Router).self, onMainActor: { base, _ in LoggingRouter(base) })
        let screen = container.resolve(LoginViewModel.self)
        let user = container.resolve(UserViewModel.self, arguments: UserID(7))
        #expect(screen.message == "")
        #expect(user.id == UserID(7))
        #expect(container.resolve((any Router).self) === container.resolve((any Router).self))
        #expect(container.resolve((any Router).self).screens == ["start", "logged"])
    }

    @Test func `Off the main actor it is an error, or a hop`() async throws {
        let container = container
        container.register(LoginViewModel.self, in: .viewModel, using: LoginViewModel.init)
        try await Task.detached { @concurrent in
            #expect(throws: ResolutionError.self) { try container.tryResolve(LoginViewModel.self) }
            _ = try await container.resolveAsync(LoginViewModel.self)
        }.value
    }

    @Test func `There are seven forms of resolving`() async throws {
        let trapping = container.resolve((any LoginUseCase).self)  // stops the process where it cannot be resolved
        let inferred: any LoginUseCase = container.resolve()
        let throwing = try container.tryResolve((any LoginUseCase).self)  // throws a ResolutionError instead
        let analytics = container.resolveIfRegistered((any Analytics).self)  // nil only if it is not registered
        let plugins = container.resolveAll((any Plugin).self)  // in registration order; none is fine
        let named = container.resolveNamed((any Plugin).self)  // those that have a name: (name, service)
        let awaited = try await container.resolveAsync((any LoginUseCase).self)  // anything, async or not
        for login in [trapping, inferred, throwing, awaited] { #expect(login.network is URLSessionNetwork) }
        #expect(analytics == nil)
        #expect(plugins.isEmpty)
        #expect(named.isEmpty)
    }

    @Test func `An error says what, where and how to fix it`() throws {
        let container = Container()
        container.register((any LoginUseCase).self, file: "App/UseCases.swift", line: 5, using: DefaultLoginUseCase.init)
        container.register(RetryingLogin.self, file: "App/UseCases.swift", line: 9) { r in try RetryingLogin(r.resolve(), retries: 3) }
        var lines: [String] = []
        func print(_ line: String) { lines.append(line) }
        do {
            _ = try container.tryResolve(RetryingLogin.self)
        } catch .notRegistered(let diagnosis) {
            print(diagnosis.what)
        } catch {
            print("\(error)")
        }
        #expect(lines == ["any NetworkManager is not registered."])
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve(RetryingLogin.self) }
        #expect(try blocks("text", of: "Docs/Depot.docc/RegisteringAndResolving.md") == ["\(try #require(error))\n"])
    }

    @Test(arguments: [true, false])
    func `An app is put together from assemblies`(isDebug: Bool) {
        let app = Container {
            AccountAssembly()
            if isDebug { DebugAssembly() }
        }
        #expect(app.resolve((any LoginUseCase).self).network is LoggingNetwork)
        #expect(app.isRegistered(String.self) == isDebug)
        app.assemble { AccountAssembly() }
        #expect((app.resolve((any NetworkManager).self) as? LoggingNetwork)?.base is URLSessionNetwork)
    }

    @Test func `An app's own layer has its place`() {
        #expect([Layer.coordinator, .useCase, .viewModel, .repository].sorted() == [.repository, .useCase, .viewModel, .coordinator])
    }

    @Test func `A child adds to its parent`() {
        container.register((any LoginUseCase).self, .singleton, using: DefaultLoginUseCase.init)
        let child = Container(parent: container)
        child.register((any NetworkManager).self, instance: MockNetwork())
        #expect(child.resolve((any NetworkManager).self) is MockNetwork)
        #expect(child.resolve((any LoginUseCase).self).network is URLSessionNetwork)  // the parent's
    }

    @Test func `What is eager is made at the start, and disposed at the end`() async throws {
        let log = EventLog()
        container.register(EventLog.self, instance: log)
        container.register(Connection.self, .eager, using: Connection.init)
        try await container.start()
        let failures = await container.close()
        #expect(log.lines == ["opened", "closed"])
        #expect(failures.isEmpty)
        #expect(throws: ResolutionError.self) { try container.tryResolve(EventLog.self) }
    }

    @Test(.timeLimit(.minutes(15)))
    func `Independent services are made at the start in parallel`() async throws {
        let (first, firstStarted) = AsyncStream.makeStream(of: Void.self)
        let (second, secondStarted) = AsyncStream.makeStream(of: Void.self)
        container.registerAsync(Database.self, name: "first", .singleton) { _ in
            firstStarted.finish()
            for await _ in second {}
            return await Database(url: "first")
        }
        container.registerAsync(Database.self, name: "second", .singleton) { _ in
            secondStarted.finish()
            for await _ in first {}
            return await Database(url: "second")
        }
        try await container.start()
        #expect(container.resolve(Database.self, name: "second").url == "second")
    }

    @Test(.timeLimit(.minutes(15)))
    func `A container that is released disposes what it made`() async {
        let (disposed, continuation) = AsyncStream.makeStream(of: Void.self)
        do {
            let container = Container()
            container.register(Farewell.self, .singleton) { _ in Farewell(continuation) }
            _ = container.resolve(Farewell.self)
        }
        for await _ in disposed {}
    }

    @Test(.container(copying: makeContainer()))
    func `A property resolves by itself`() {
        Container.shared.register((any Logger).self, name: .audit, instance: FileLogger())
        let screen = AccountScreen()
        #expect(screen.login === screen.login)
        #expect(screen.logger is FileLogger)
        #expect(screen.analytics == nil)
        let keychain = Container.shared.resolve((any KeychainManager).self)
        let mocks = [
            Container.shared.replace((any KeychainManager).self, with: MemoryKeychain()),
            Container.shared.replace((any NetworkManager).self, with: MockNetwork()),
        ]
        #expect(screen.keychain === keychain)
        #expect(screen.network is MockNetwork)
        for mock in mocks { mock.restore() }
        #expect(screen.network is URLSessionNetwork)
    }

    @Test func `A closure that captures the container keeps it alive, and one that uses its resolver does not`() {
        weak var captured: Container?
        weak var free: Container?
        do {
            let container = makeContainer()
            captured = container
            container.register((any LoginUseCase).self) { _ in DefaultLoginUseCase(container.resolve()) }
        }
        do {
            let container = makeContainer()
            free = container
            container.register((any LoginUseCase).self) { r in DefaultLoginUseCase(try r.resolve()) }  // not container.resolve()
            _ = container.resolve((any LoginUseCase).self)
        }
        #expect(free == nil)
        #expect(captured != nil)
        captured?.register((any LoginUseCase).self, using: DefaultLoginUseCase.init)
        #expect(captured == nil)
    }

    @Test func `A handle in a shared instance does not keep the container, and one in an object of the caller's does`() {
        weak var gone: Container?
        weak var kept: Container?
        do {
            let container = makeContainer()
            gone = container
            container.register(Chicken.self, .singleton, using: Chicken.init)
            container.register(Egg.self, .singleton, using: Egg.init)
            _ = container.resolve(Chicken.self).egg()
        }
        #expect(gone == nil)
        var chicken: Chicken?
        do {
            let container = makeContainer()
            kept = container
            container.register(Chicken.self, using: Chicken.init)
            container.register(Egg.self, .singleton, using: Egg.init)
            chicken = container.resolve(Chicken.self)
        }
        #expect(kept != nil)
        #expect(chicken?.egg() != nil)
        chicken = nil
        #expect(kept == nil)
    }

    @Test func `Every example in the guide is in this file`() throws {
        try expectExamples(of: "Docs/Depot.docc/RegisteringAndResolving.md", atLeast: 20)
    }
}

private func makeContainer() -> Container {
    let container = Container()
    container.register((any NetworkManager).self, .singleton, in: .repository, using: URLSessionNetwork.init)
    container.register((any KeychainManager).self, .singleton, in: .repository, using: FileKeychain.init)
    container.register((any LoginUseCase).self, in: .useCase, using: DefaultLoginUseCase.init)
    return container
}

private struct DebugAssembly: Assembly {
    func assemble(_ container: Container) { container.register(String.self, instance: "debug") }
}
