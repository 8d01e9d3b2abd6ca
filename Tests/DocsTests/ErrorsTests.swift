import Depot
import Testing

// The code of Docs/Depot.docc/Errors.md, compiled and run; the last test compares the two.

private protocol Payments: Sendable {}

private final class Purchase: Sendable {
    init(_ payments: any Payments) {}
}

private final class Network: Sendable {}

private final class Retry: Sendable {
    let times: Int

    init(_ network: Network, times: Int = 5) {
        self.times = times
    }
}

private final class Menu: Sendable {
    private let kitchen: Lazy<Kitchen>  // Kitchen needs Menu
    init(_ kitchen: Lazy<Kitchen>) { self.kitchen = kitchen }
    func order() -> String { kitchen().cook() }
}

private final class Kitchen: Sendable {
    private let menu: Menu

    init(_ menu: Menu) {
        self.menu = menu
    }

    func cook() -> String { "soup" }
}

private struct Config: Sendable {}

private struct Unreadable: Error {}

private final class Store: Sendable {
    init() async {}
}

private final class Reader: Sendable {
    let store: Provider<Store>

    init(_ store: Provider<Store>) {
        self.store = store
    }
}

private final class StoreReader: Sendable {
    init(_ store: Store) {}
}

@MainActor
private final class Page {
    init() {}
}

private final class PageReader {
    init(_ page: Page) {}
}

private final class PageOpener: Sendable {
    let page: Provider<Page>

    init(_ page: Provider<Page>) {
        self.page = page
    }
}

@MainActor
private final class PageModel {
    init(_ page: Page) {}
}

@Suite struct ErrorsTests {
    private let container = Container()

    @Test func `An error has what happened, where, the path and the fix`() throws {
        container.register(Purchase.self, file: "Shop/Assembly.swift", line: 3, using: Purchase.init)
        do {
            _ = try container.tryResolve(Purchase.self)
        } catch {
            print(error)  // the whole text
            print(error.diagnosis.what)  // the first line
            print(error.diagnosis.path.map(\.name))  // from what was resolved to what failed
            print(error.diagnosis.fix)  // what to do
        }
        let error = try #require(#expect(throws: ResolutionError.self) { try container.tryResolve(Purchase.self) })
        #expect(try blocks("text", of: "Docs/Depot.docc/Errors.md") == ["\(error)\n"])
        #expect(error.diagnosis.path.map(\.name) == ["Purchase", "any Payments"])
    }

    @Test func `A default argument needs a closure`() throws {
        container.register(Network.self, using: Network.init)
        container.register(Retry.self, using: Retry.init)
        #expect(throws: ResolutionError.self) { try container.tryResolve(Retry.self) }
        container.register(Retry.self) { r in Retry(try r.resolve(), times: 3) }  // init(_ network: Network, times: Int = 5)
        #expect(container.resolve(Retry.self).times == 3)
    }

    @Test func `A Lazy breaks a cycle`() throws {
        container.register(Menu.self, .singleton, using: Menu.init)
        container.register(Kitchen.self, .singleton, using: Kitchen.init)
        try container.validate()
        #expect(container.resolve(Menu.self).order() == "soup")
    }

    @Test func `A factory's own error is kept, and nothing else`() {
        container.register(Config.self, .singleton) { _ in throw Unreadable() }
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve(Config.self) }
        #expect(error?.underlying is Unreadable)
        container.register(Config.self, .singleton, using: Config.init)
        #expect(throws: Never.self) { try container.tryResolve(Config.self) }
    }

    @Test func `Each way to mend asyncNeededBySync works`() async throws {
        container.registerAsync(Store.self, .singleton, using: Store.init)
        container.register(StoreReader.self, using: StoreReader.init)
        let error = #expect(throws: ValidationError.self) { try container.validate() }
        #expect(error?.problems.map(\.kind) == [.asyncNeededBySync])
        container.register(Reader.self, .singleton, using: Reader.init)
        let byRegisteringAsync = container.copy()
        byRegisteringAsync.registerAsync(StoreReader.self, using: StoreReader.init)
        try byRegisteringAsync.validate()
        _ = try await byRegisteringAsync.resolveAsync(StoreReader.self)
        let reader = container.resolve(Reader.self)
        #expect(throws: ResolutionError.self) { try reader.store.get() }
        try await container.start()
        try container.validate()
        #expect(reader.store() === container.resolve(Store.self))
    }

    @Test func `start() makes async singletons only`() async throws {
        container.registerAsync(Store.self, .cached(for: .seconds(60)), using: Store.init)
        try await container.start()
        #expect(throws: ResolutionError.self) { try container.tryResolve(Store.self) }
        container.registerAsync(Store.self, .eager, using: Store.init)
        try await container.start()
        #expect(throws: Never.self) { try container.tryResolve(Store.self) }
    }

    @Test @MainActor func `Each way to mend mainActorNeededByNonisolated works`() throws {
        container.register(Page.self, using: Page.init)
        let withProblem = container.copy()
        withProblem.register(PageReader.self, using: PageReader.init)
        let error = #expect(throws: ValidationError.self) { try withProblem.validate() }
        #expect(error?.problems.map(\.kind) == [.mainActorNeededByNonisolated])
        container.register(PageModel.self, using: PageModel.init)
        container.register(PageOpener.self, .singleton, using: PageOpener.init)
        try container.validate()
        _ = container.resolve(PageModel.self)
        _ = try container.resolve(PageOpener.self).page.get()
    }

    @Test func `Every case of an error and every problem of a graph is in the article`() throws {
        let article = try text(of: "Docs/Depot.docc/Errors.md")
        for problem in ValidationError.Problem.Kind.allCases {
            #expect(article.contains("`\(problem.rawValue)`"), "\(problem) is not in it.")
        }
        let cases = try text(of: "Docs/API/Depot.txt").split(separator: "\n").compactMap { line in
            line.firstMatch(of: /^ResolutionError\.\S+\tcase (\w+)/)?.1
        }
        #expect(cases.count >= 11)
        for name in cases { #expect(article.contains("## \(name)\n"), "\(name) is not in it.") }
    }

    @Test func `Every example in the article is in this file`() throws {
        try expectExamples(of: "Docs/Depot.docc/Errors.md", atLeast: 4)
    }
}
