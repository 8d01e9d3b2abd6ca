import Depot
import DepotTesting
import Testing

// The code of Docs/Depot.docc/ScopesByExample.md that is about screens, compiled and run; the last test compares the guide and the tests.

private final class Thumbnails: Sendable {}

private final class Grid: Sendable {
    let thumbnails: Thumbnails

    init(_ thumbnails: Thumbnails) {
        self.thumbnails = thumbnails
    }
}

private final class Viewer: Sendable {
    let thumbnails: Thumbnails

    init(_ thumbnails: Thumbnails) {
        self.thumbnails = thumbnails
    }
}

private struct ItemID: Hashable, Sendable, CustomStringConvertible {
    let value: Int
    var description: String { "\(value)" }

    init(_ value: Int) {
        self.value = value
    }
}

private final class Comments: Sendable {
    let item: ItemID

    init(_ item: ItemID) {
        self.item = item
    }
}

private final class RelatedItems: Sendable {
    let item: ItemID

    init(_ item: ItemID) {
        self.item = item
    }
}

private final class Detail: Sendable {
    let item: ItemID
    let comments: Comments
    let related: RelatedItems

    init(_ item: ItemID, _ comments: Comments, _ related: RelatedItems) {
        self.item = item
        self.comments = comments
        self.related = related
    }
}

private struct Account: Sendable {
    let name: String
    let plan: String
}

private final class ProfilePage: Sendable {
    let account: Account

    init(_ account: Account) {
        self.account = account
    }
}

private final class Draft: Sendable {}

private final class ProfileView {
    @Inject var first: ProfilePage
    @Inject(.onEveryAccess) var profile: ProfilePage
}

private final class Photo: Disposable, Sendable {
    let item: ItemID
    private let log: EventLog

    init(_ item: ItemID, _ log: EventLog) {
        self.item = item
        self.log = log
    }

    func dispose() async throws { log.add("\(item) is gone") }
}

private struct User: Sendable {
    let name: String
    let isAdministrator: Bool
}

private protocol Toolbar: Sendable {
    var buttons: [String] { get }
}

private final class UserToolbar: Toolbar {
    var buttons: [String] { ["reply"] }
}

private final class AdminToolbar: Toolbar {
    var buttons: [String] { ["reply", "delete"] }
}

private final class OrderList: Sendable {
    let toolbar: any Toolbar

    init(_ toolbar: any Toolbar) {
        self.toolbar = toolbar
    }
}

@Suite struct ScopeSituationsTests {
    private let container = Container()
    private var context: ScopeContext { container.scopeContext }

    @Test func `S3 S7: the images of a gallery are shared in its screen, and go with it`() {
        weak var thumbnails: Thumbnails?
        container.register(Thumbnails.self, .scoped(.screen), using: Thumbnails.init)
        container.register(Grid.self, .scoped(.screen), using: Grid.init)  // init(_ thumbnails: Thumbnails)
        container.register(Viewer.self, using: Viewer.init)  // init(_ thumbnails: Thumbnails)
        var gallery: HeldScope? = HeldScope(.screen, id: "gallery", in: container)  // a property of the view controller
        gallery?.makeCurrent()  // in viewWillAppear
        thumbnails = container.resolve(Grid.self).thumbnails
        #expect(container.resolve(Viewer.self).thumbnails === thumbnails)
        gallery = nil  // the view controller has gone
        #expect(thumbnails == nil)  // a weak variable: nobody has them
    }

    @Test func `S8: a screen about an item, its comments and its related items are about the same one`() {
        container.expect(ItemID.self, in: .screen)
        container.register(Comments.self, .scoped(.screen), using: Comments.init)  // init(_ item: ItemID)
        container.register(RelatedItems.self, .scoped(.screen), using: RelatedItems.init)  // init(_ item: ItemID)
        container.register(Detail.self, .scoped(.screen), using: Detail.init)  // init(_ item: ItemID, …, …)
        let kettle = HeldScope(.screen, id: "detail 1", in: container, providing: { $0.provide(ItemID.self, ItemID(7)) })
        kettle.makeCurrent()
        let detail = container.resolve(Detail.self)
        #expect([detail.item, detail.comments.item, detail.related.item] == [ItemID(7), ItemID(7), ItemID(7)])
        let teapot = HeldScope(.screen, id: "detail 2", in: container, providing: { $0.provide(ItemID.self, ItemID(8)) })
        teapot.makeCurrent()  // a related item was tapped
        #expect(container.resolve(Comments.self).item == ItemID(8))
        kettle.makeCurrent()  // and back
        #expect(container.resolve(Detail.self) === detail)
    }

    private func register(in container: Container) {
        container.expect(Account.self, in: .session)
        container.register(ProfilePage.self, .scoped(.screen), using: ProfilePage.init)  // init(_ account: Account)
        container.register(Draft.self, .scoped(.screen), using: Draft.init)  // init()
    }

    private func sessionBegins(_ account: Account) {  // or goes on, with fresh data
        context.setCurrent(.session, id: account.name, providing: { $0.provide(Account.self, account) })
    }

    @Test func `S7 S10: a session that is refreshed keeps its screens, and its end closes them`() async {
        register(in: container)
        sessionBegins(Account(name: "ada", plan: "free"))  // logs in
        context.setCurrent(.screen, id: "profile")
        let draft = container.resolve(Draft.self)
        #expect(container.resolve(ProfilePage.self).account.plan == "free")
        sessionBegins(Account(name: "ada", plan: "paid"))  // refreshes
        #expect(container.resolve(ProfilePage.self).account.plan == "paid")
        #expect(container.resolve(Draft.self) === draft)
        await context.close(.session)  // logs out: the screens are closed before it
        #expect(throws: ResolutionError.self) { try container.tryResolve(ProfilePage.self) }
        context.setCurrent(.screen, id: "profile")
        #expect(throws: ResolutionError.self) { try container.tryResolve(ProfilePage.self) }
    }

    @Test(.container(copying: Container())) func `S10: a property of a screen has what is made from the fresh data`() {
        let container = Container.shared
        register(in: container)
        let context = container.scopeContext
        let view = ProfileView()
        context.setCurrent(.session, id: "ada", providing: { $0.provide(Account.self, Account(name: "ada", plan: "free")) })
        context.setCurrent(.screen, id: "profile")
        #expect(view.profile === view.first)
        context.setCurrent(.session, id: "ada", providing: { $0.provide(Account.self, Account(name: "ada", plan: "paid")) })
        #expect(view.profile.account.plan == "paid")
        #expect(view.first.account.plan == "free")
    }

    @Test func `S3 S8: a screen that was closed in the background is opened with what it was given`() async {
        let log = EventLog()
        container.register(EventLog.self, instance: log)
        container.expect(ItemID.self, in: .screen)
        container.register(Photo.self, .scoped(.screen), using: Photo.init)  // init(_ item: ItemID, _ log: EventLog)
        let screens = [7, 8].map { number in
            HeldScope(.screen, id: "photo \(number)", in: container, providing: { $0.provide(ItemID.self, ItemID(number)) })
        }
        for screen in screens {
            screen.makeCurrent()
            _ = container.resolve(Photo.self)
        }
        for screen in screens { await screen.close() }  // to the background
        #expect(log.lines == ["7 is gone", "8 is gone"])
        screens[1].makeCurrent()  // in front again
        #expect(container.resolve(Photo.self).item == ItemID(8))
        await container.close()  // the end
        #expect(log.lines == ["7 is gone", "8 is gone", "8 is gone"])
        #expect(throws: ResolutionError.self) { try container.tryResolve(Photo.self) }
    }

    private func screenOfOrders(for user: User) -> HeldScope {
        HeldScope(.screen, id: "orders of \(user.name)", in: container) { scope in
            if user.isAdministrator { scope.provide((any Toolbar).self, using: AdminToolbar.init) }
        }
    }

    @Test func `S8: an administrator's screen has a service that a user's does not have`() {
        container.register((any Toolbar).self, .scoped(.screen), using: UserToolbar.init)
        container.register(OrderList.self, .scoped(.screen), using: OrderList.init)  // init(_ toolbar: any Toolbar)
        let screen = screenOfOrders(for: User(name: "ada", isAdministrator: true))
        screen.makeCurrent()
        #expect(container.resolve(OrderList.self).toolbar.buttons == ["reply", "delete"])
        let other = screenOfOrders(for: User(name: "bob", isAdministrator: false))
        other.makeCurrent()
        #expect(container.resolve(OrderList.self).toolbar.buttons == ["reply"])
        screen.makeCurrent()  // and back
        #expect(container.resolve(OrderList.self).toolbar.buttons == ["reply", "delete"])
    }

    @Test func `the guide has the code of the tests`() throws {
        try expectExamples(of: "Docs/Depot.docc/ScopesByExample.md", atLeast: 19, alsoIn: ["ScopeSituationsFlowTests.swift"])
    }
}
