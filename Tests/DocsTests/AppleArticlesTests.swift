import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Testing

// The articles on SwiftUI, UIKit and UI tests. Most of their code is in the example app; what they say of the library is shown here.

/// What the articles speak of, where the example app has nothing of the kind.
enum AppleApp {
    final class Library: Sendable {
        let name: String

        init(_ name: String) { self.name = name }
    }

    @MainActor
    final class Detail {
        let library: Library

        init(_ library: Library) { self.library = library }
    }

    /// Made inside an override, used outside.
    @MainActor
    final class Screen {
        let library: Library
        let later: Provider<Library>
        let makeDetail: Factory<Detail>
        @Dependency(Library.self) var current
        @Dependency(\.date) var date
        @Inject var injected: Library

        init(library: Library, later: Provider<Library>, makeDetail: Factory<Detail>) {
            self.library = library
            self.later = later
            self.makeDetail = makeDetail
        }
    }

    final class Draft: Sendable {}

    @MainActor
    final class Editor {
        let draft: Draft

        init(_ draft: Draft) { self.draft = draft }
    }

    @MainActor
    final class Desk {
        let makeEditor: Factory<Editor>

        init(_ makeEditor: Factory<Editor>) { self.makeEditor = makeEditor }
    }

    struct BookPage: Sendable {
        let title: String
        var draft: String
    }

    /// A coordinator without a user interface.
    @MainActor
    final class BookFlow {
        private let makeBook: Factory<BookPage, String>
        private(set) var pages: [BookPage] = []

        init(makeBook: Factory<BookPage, String>) { self.makeBook = makeBook }

        func open(_ title: String) { pages.append(makeBook(title)) }
    }

    @MainActor
    final class Shelf {
        init(makeDetail: Factory<Detail>) {}
    }

    struct Theme: DependencyKey {
        let name: String
        static let liveValue = Theme(name: "live")
        static let previewValue = Theme(name: "preview")
        static let testValue = Theme(name: "test")
    }

    static let container = Container { AppleAssembly() }

    struct AppleAssembly: Assembly {
        func assemble(_ container: Container) {
            container.register(Library.self, .singleton) { _ in Library("live") }
            container.register(Detail.self, using: Detail.init)
            container.register(Screen.self, using: Screen.init)
            container.register(Draft.self, .scoped(.screen)) { _ in Draft() }
        }
    }
}

@MainActor
@Suite(.container(copying: AppleApp.container))
struct AppleArticlesTests {
    @Test func `A model that is made inside an override keeps it in its parameters and its dependencies, and not in its first access`() {
        let screen = Container.shared.withOverrides {
            $0.replace(AppleApp.Library.self, with: AppleApp.Library("mock"))
        } operation: {
            Container.shared.resolve(AppleApp.Screen.self)
        }
        #expect(screen.library.name == "mock")
        #expect(screen.later().name == "mock")
        #expect(screen.makeDetail().library.name == "mock")
        #expect(screen.current.name == "mock")
        #expect(screen.injected.name == "live")
    }

    @Test func `A model that is made inside withDependencies keeps its values and its container`() {
        let screen = withDependencies {
            $0.date = .constant(.distantPast)
            $0.container.replace(AppleApp.Library.self, with: AppleApp.Library("mock"))
        } operation: {
            Container.shared.resolve(AppleApp.Screen.self)
        }
        #expect(screen.date.now == .distantPast)
        #expect(screen.current.name == "mock")
        #expect(screen.later().name == "mock")
        #expect(screen.makeDetail().library.name == "mock")
        #expect(screen.injected.name == "live")
    }

    @Test func `Two holders of one id share the scope, and the last to go closes it`() {
        var first: HeldScope? = HeldScope(.screen, id: "Home")
        first?.makeCurrent()
        var second: HeldScope? = HeldScope(.screen, id: "Home")
        second?.makeCurrent()
        first = nil
        #expect(second?.isOpen == true)
        second = nil
        #expect(Container.shared.scopes.isEmpty)
    }

    @Test func `When a sheet of the screen's own kind goes, no screen is current`() {
        let screen = HeldScope(.screen, id: "Home")
        screen.makeCurrent()
        var sheet: HeldScope? = HeldScope(.screen, id: "Settings")
        sheet?.makeCurrent()
        sheet = nil
        #expect(sheet == nil && screen.isOpen)
        #expect(ScopeContext.shared.currentID(for: .screen) == nil)
    }

    @Test func `A sheet with a kind of its own leaves the screen's scope current`() {
        let kind = ScopeKind("sheet", within: .screen)
        let screen = HeldScope(.screen, id: "Home")
        screen.makeCurrent()
        let draft = Container.shared.resolve(AppleApp.Draft.self)
        var sheet: HeldScope? = HeldScope(kind, id: "Settings")
        sheet?.makeCurrent()
        #expect(Container.shared.resolve(AppleApp.Draft.self) === draft)
        sheet = nil
        #expect(sheet == nil && ScopeContext.shared.currentID(for: kind) == nil)
        #expect(ScopeContext.shared.currentID(for: .screen) == "Home")
    }

    @Test func `A sheet needs no screen to have a scope`() {
        let kind = ScopeKind("sheet", within: .screen)
        let sheet = HeldScope(kind, id: "Settings")
        sheet.makeCurrent()
        #expect(sheet.isOpen && ScopeContext.shared.currentID(for: kind) == "Settings")
    }

    @Test func `A factory resolves in the scope that is current when it is called`() throws {
        let container = Container.shared
        container.register(AppleApp.Editor.self, using: AppleApp.Editor.init)
        container.register(AppleApp.Desk.self, using: AppleApp.Desk.init)
        let desk = container.resolve(AppleApp.Desk.self)
        #expect(throws: ResolutionError.self) { try desk.makeEditor.get() }
        let first = HeldScope(.screen, id: "1")
        first.makeCurrent()
        let draft = desk.makeEditor().draft
        let second = HeldScope(.screen, id: "2")
        second.makeCurrent()
        #expect(desk.makeEditor().draft !== draft)
        first.makeCurrent()
        #expect(desk.makeEditor().draft === draft)
    }

    @Test func `validate checks what factories make`() {
        let container = Container()
        container.register(AppleApp.Detail.self, using: AppleApp.Detail.init)  // without the library that it needs
        container.register(AppleApp.Shelf.self, using: AppleApp.Shelf.init)
        let error = #expect(throws: ValidationError.self) { try container.validate() }
        #expect(error?.problems.map(\.kind) == [.missing])
    }

    @Test func `A coordinator takes factories that are made by hand`() {
        typealias BookFlow = AppleApp.BookFlow
        typealias BookPage = AppleApp.BookPage
        let flow = BookFlow(makeBook: Factory { BookPage(title: $0, draft: "") })
        flow.open("Emma")
        #expect(flow.pages.map(\.title) == ["Emma"])
    }

    @Test func `The values of a UI test are prepared at once`() async throws {
        prepareDependencies {
            $0.date = .constant(Date(timeIntervalSince1970: 1_772_355_600))
            $0.uuid = .incrementing
            $0.randomNumberGenerator = .seeded(1)
            $0.continuousClock = .immediate
            $0.locale = Locale(identifier: "en_US")
            $0.timeZone = .gmt
        }
        @Dependency(\.date) var date
        @Dependency(\.uuid) var uuid
        @Dependency(\.continuousClock) var clock
        @Dependency(\.locale) var locale
        #expect(date.now == Date(timeIntervalSince1970: 1_772_355_600))
        #expect([uuid(), uuid()] == [UUID(0), UUID(1)])
        #expect(locale.identifier == "en_US")
        try await clock.sleep(for: .seconds(3600))
    }

    @Test func `A UI test begins with what is stored for it`() {
        let file = URL(filePath: "/titles.json")
        let stored = Data(#"["Middlemarch"]"#.utf8)
        prepareDependencies { $0.defaultFileStorage = .inMemory([file: stored]) }
        @Shared(.fileStorage(file)) var titles: [String] = []
        #expect(titles == ["Middlemarch"])
    }

    @Test func `In the context of a preview, keys have their preview values and storage is in memory`() {
        withDependencies {
            $0.context = .preview
        } operation: {
            @Dependency(AppleApp.Theme.self) var theme
            #expect(theme.name == "preview")
            let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
            @Shared(.fileStorage(file)) var titles: [String] = []
            $titles.withLock { $0 = ["Emma"] }
            @Dependency(\.defaultFileStorage) var storage
            #expect(storage !== FileStorage.disk)
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
    }
}
