import Depot
import Testing

@Suite struct HeldProvisionTests {
    private let container = Container()

    init() {
        container.expect(Inquiry.self, in: .session)
        container.register(Reply.self, .scoped(.session), using: Reply.init)
    }

    private func session(_ text: String, id: String = "ada") -> HeldScope {
        HeldScope(.session, id: id, in: container, providing: { $0.provide(Inquiry.self, Inquiry(text)) })
    }

    @Test func `S2: two threads that first use a scope that is given something get one instance of what is made from it`() {
        for number in 1...5 {
            let session = session("ada", id: "\(number)")
            func reply() -> Reply { session.withScope(.request) { container.resolve(Reply.self) } }
            // It has seen that the scope is not open, perhaps, and has not opened it yet.
            let other = StoppedThread(before: number) { session.withScope(.request) {} }
            let first = reply()
            other.goOn()
            #expect(reply() === first, "The other thread stopped before its decision \(number).")
        }
    }

    @Test func `S8: it is given it each time it is opened, and not when it comes back`() {
        let session = session("held")
        session.makeCurrent()
        let reply = container.resolve(Reply.self)
        session.makeCurrent()
        #expect(container.resolve(Reply.self) === reply)
        session.clear()
        session.makeCurrent()
        #expect(container.resolve(Reply.self) !== reply)
        #expect(container.resolve(Reply.self).inquiry.text == "held")
    }

    @Test func `S10: it is given something else while it is open, and again when it is opened anew`() {
        container.expect(Customer.self, in: .session)
        let session = HeldScope(
            .session, id: "ada", in: container,
            providing: { scope in
                scope.provide(Inquiry.self, Inquiry("old"))
                scope.provide(Customer.self, Customer("ada"))
            })
        session.withScope(.request) { #expect(container.resolve(Reply.self).inquiry.text == "old") }
        session.provide { $0.provide(Inquiry.self, Inquiry("new")) }
        session.withScope(.request) { #expect(container.resolve(Reply.self).inquiry.text == "new") }
        session.clear()
        session.makeCurrent()
        #expect(container.resolve(Reply.self).inquiry.text == "new")
        #expect(container.resolve(Customer.self).name == "ada")
    }

    @Test func `S10: one that is not open yet is given it when it is opened`() {
        let session = session("old")
        session.provide { $0.provide(Inquiry.self, Inquiry("new")) }
        session.withScope(.request) { #expect(container.resolve(Inquiry.self).text == "new") }
    }

    @Test func `S10: of two for one key the last counts, when it is opened and when it is given something else`() {
        let session = HeldScope(
            .session, id: "ada", in: container,
            providing: { scope in
                scope.provide(Inquiry.self, Inquiry("first"))
                scope.provide(Inquiry.self, Inquiry("last"))
            })
        session.makeCurrent()
        #expect(container.resolve(Inquiry.self).text == "last")
        session.provide { scope in
            scope.provide(Inquiry.self, Inquiry("third"))
            scope.provide(Inquiry.self, Inquiry("fourth"))
        }
        #expect(container.resolve(Inquiry.self).text == "fourth")
        session.clear()
        session.makeCurrent()
        #expect(container.resolve(Inquiry.self).text == "fourth")
    }

    @Test func `S10: what was provided last is what the scope has, while others make it current`() {
        let container = container
        let session = session("0")
        session.makeCurrent()
        race(3) { _, thread in
            for number in 1...3_000 {
                if thread > 0 {
                    session.makeCurrent()
                } else {
                    session.provide { $0.provide(Inquiry.self, Inquiry("\(number)")) }
                    #expect(container.resolve(Inquiry.self).text == "\(number)")
                }
            }
        }
    }

    @Test func `S10: of two threads that provide at once the scope and its next opening have the same`() {
        let container = container
        for round in 0..<500 {
            let session = session("0", id: "\(round)")
            session.makeCurrent()
            race(2) { _, thread in session.provide { $0.provide(Inquiry.self, Inquiry("\(thread)")) } }
            let now = container.resolve(Inquiry.self).text
            session.clear()
            session.makeCurrent()
            #expect(container.resolve(Inquiry.self).text == now)
            session.clear()
        }
    }

    @Test func `S10: a scope that was opened in an override is given something else for those outside it, too`() {
        let container = container
        container.register(Keychain.self, using: Keychain.init)
        container.withOverrides {
            $0.replace(Keychain.self, with: Keychain())
        } operation: {
            let session = session("old")
            session.makeCurrent()
            let texts = onThread {
                session.withScope(.request) {
                    let old = container.resolve(Reply.self).inquiry.text
                    session.provide { $0.provide(Inquiry.self, Inquiry("new")) }
                    return [old, container.resolve(Reply.self).inquiry.text]
                }
            }
            #expect(texts == ["old", "new"])
        }
    }

    @Test func `S10: what only an override expects is given in it`() {
        container.withOverrides {
            $0.expect(Customer.self, in: .session)
        } operation: {
            let session = HeldScope(.session, id: "ada", in: container, providing: { $0.provide(Customer.self, Customer("old")) })
            session.makeCurrent()
            #expect(container.resolve(Customer.self).name == "old")
            session.provide { $0.provide(Customer.self, Customer("new")) }
            #expect(container.resolve(Customer.self).name == "new")
        }
    }

    @Test func `S10: a scope that is closed while it is opened is opened anew, and known`() {
        let (container, rounds) = (container, Counter())
        let session = session("ada")
        let observation = container.observe { event in
            guard case .scopeOpened = event, rounds.increment() == 1 else { return }
            container.scopeContext.clear(.session, id: "ada")
            session.makeCurrent()
        }
        session.makeCurrent()
        observation.end()
        #expect(session.isOpen)
        session.provide { $0.provide(Inquiry.self, Inquiry("new")) }
        #expect(container.resolve(Inquiry.self).text == "new")
    }

    @Test func `S9: a container that is closed gives nothing, and says so when something is resolved`() async {
        let session = session("ada")
        session.makeCurrent()
        await container.close()
        session.provide { $0.provide(Inquiry.self, Inquiry("new")) }
        session.makeCurrent()
        try? await container.withScope(.session, providing: { $0.provide(Inquiry.self, Inquiry("late")) }) {
            #expect(failure { () throws(ResolutionError) in try container.tryResolve(Inquiry.self) }?.kind == "closed")
        }
    }
}
