import Depot
import Testing

@Suite struct ProvisionTests {
    private let container = Container()

    init() {
        container.expect(Inquiry.self, in: .request)
        container.register(Reply.self, .scoped(.request), using: Reply.init)
    }

    @Test func `S8: a scope is given an instance, which each resolve in it gets`() {
        let text = container.withScope(.request, providing: { $0.provide(Inquiry.self, Inquiry("one")) }) {
            #expect(container.resolve(Inquiry.self).text == "one")
            #expect(container.resolve(Reply.self) === container.resolve(Reply.self))
            return container.resolve(Reply.self).inquiry.text
        }
        #expect(text == "one")
    }

    @Test func `S8: each scope of the kind has its own, and those inside it have that of the one around them`() async throws {
        container.expect(Customer.self, in: .session)
        container.register(Page.self, .scoped(.screen), using: Page.init)
        try await container.withScope(.session, providing: { $0.provide(Customer.self, Customer("ada")) }) {
            for number in 0..<3 {
                try await container.withScope(.request, providing: { $0.provide(Inquiry.self, Inquiry("\(number)")) }) {
                    await Task.yield()
                    #expect(container.resolve(Inquiry.self).text == "\(number)")
                    #expect(container.resolve(Customer.self).name == "ada")
                }
            }
            try await container.withScope(.screen) { #expect(container.resolve(Page.self).account.name == "ada") }
        }
    }

    @Test func `S8: a scope of the same kind inside one that was given something has it, too`() {
        container.withScope(.request, providing: { $0.provide(Inquiry.self, Inquiry("outer")) }) {
            container.withScope(.request) {
                #expect(container.resolve(Inquiry.self).text == "outer")
                #expect(container.resolve(Reply.self).inquiry.text == "outer")
            }
            container.withScope(.request, providing: { $0.provide(Inquiry.self, Inquiry("inner")) }) {
                #expect(container.resolve(Reply.self).inquiry.text == "inner")
            }
            #expect(container.resolve(Reply.self).inquiry.text == "outer")
        }
    }

    @Test func `S8: what is provided stands before the registration in its scope, and nowhere else`() {
        container.register((any Console).self, .scoped(.screen), using: PlainConsole.init)
        let context = container.scopeContext
        context.setCurrent(.screen, id: "admin's", providing: { $0.provide((any Console).self, using: AdminConsole.init) })
        #expect(container.resolve((any Console).self) is AdminConsole)
        context.setCurrent(.screen, id: "user's")
        #expect(container.resolve((any Console).self) is PlainConsole)
        context.setCurrent(.screen, id: "admin's")
        #expect(container.resolve((any Console).self) is AdminConsole)
    }

    @Test func `S8: by a closure and by name, each with its own scope's resolver`() {
        container.expect(String.self, name: "greeting", in: .request)
        container.withScope(
            .request,
            providing: { scope in
                scope.provide(Inquiry.self, Inquiry("Ada"))
                scope.provide(String.self, name: "greeting") { r in "Hello, \(try r.resolve(Inquiry.self).text)!" }
            }
        ) {
            #expect(container.resolve(String.self, name: "greeting") == "Hello, Ada!")
        }
    }

    @Test @MainActor func `S8: what is made on the main actor is provided by its initializer or by a closure`() {
        container.expect(MainConsole.self, in: .screen)
        container.expect(MainConsole.self, name: "second", in: .screen)
        container.withScope(
            .screen,
            providing: { scope in
                scope.provide(MainConsole.self, using: MainConsole.init)
                scope.provide(MainConsole.self, name: "second", onMainActor: { _ in MainConsole() })
            }
        ) {
            #expect(container.resolve(MainConsole.self) === container.resolve(MainConsole.self))
            #expect(container.resolve(MainConsole.self, name: "second") !== container.resolve(MainConsole.self))
        }
    }

    @Test func `S8: what was handed in stays the app's, what a factory made is disposed once with its scope`() async throws {
        let log = Log()
        container.expect(Part.self, name: "handed in", in: .request)
        container.expect(Part.self, name: "made", in: .request)
        let part = Part("handed in", log)
        try await container.withScope(
            .request,
            providing: { scope in
                scope.provide(Part.self, name: "handed in", part)
                scope.provide(Part.self, name: "made") { _ in Part("made", log) }
            }
        ) {
            #expect(container.resolve(Part.self, name: "handed in") === part)
            #expect(container.resolve(Part.self, name: "made") === container.resolve(Part.self, name: "made"))
        }
        #expect(log.all == ["made"])
    }

    @Test func `S8: a replacement stands before what was provided, and its end brings that back`() {
        container.withScope(.request, providing: { $0.provide(Inquiry.self, Inquiry("provided")) }) {
            let reply = container.resolve(Reply.self)
            let replacement = container.replace(Inquiry.self, with: Inquiry("mock"))
            #expect(container.resolve(Inquiry.self).text == "mock")
            #expect(container.resolve(Reply.self).inquiry.text == "mock")
            replacement.restore()
            #expect(container.resolve(Reply.self) === reply)
            #expect(container.resolve(Inquiry.self).text == "provided")
        }
        container.withOverrides {
            $0.replace(Inquiry.self, with: Inquiry("mock"))
        } operation: {
            container.withScope(.request, providing: { $0.provide(Inquiry.self, Inquiry("provided")) }) {
                #expect(container.resolve(Reply.self).inquiry.text == "mock")
            }
        }
    }

    @Test func `S8: what was provided goes with its scope`() async throws {
        let container = container
        container.expect(Kept.self, in: .request)
        weak var kept: Kept?
        try await container.withScope(.request, providing: { $0.provide(Kept.self, Kept()) }) {
            kept = container.resolve(Kept.self)
            #expect(kept != nil)
        }
        #expect(kept == nil)
        do {
            let screen = HeldScope(.request, id: "held", in: container, providing: { $0.provide(Kept.self, Kept()) })
            screen.makeCurrent()
            kept = container.resolve(Kept.self)
        }
        #expect(kept == nil)
    }

    @Test func `S8: an async factory and a handle get what the scope was given`() async throws {
        container.registerAsyncScoped(Late.self, scope: .request) { r in
            await Task.yield()
            return Late(try r.resolve(Inquiry.self))
        }
        container.register(Asker.self, .singleton, using: Asker.init)
        for text in ["one", "two"] {
            try await container.withScope(.request, providing: { $0.provide(Inquiry.self, Inquiry(text)) }) {
                let late = try await container.resolveAsync(Late.self)
                #expect(late.inquiry.text == text)
                #expect(container.resolve(Asker.self).inquiry().text == text)
            }
        }
    }
}

private final class Kept: Sendable {}
