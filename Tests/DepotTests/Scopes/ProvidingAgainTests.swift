import Depot
import Testing

@Suite struct ProvidingAgainTests {
    private let container = Container()

    init() {
        container.expect(Inquiry.self, in: .screen)
        container.register(Reply.self, .scoped(.screen), using: Reply.init)
    }

    private func show(_ text: String) {
        container.scopeContext.setCurrent(.screen, id: "Detail", providing: { $0.provide(Inquiry.self, Inquiry(text)) })
    }

    @Test func `S10: an open scope that is given another value makes anew what was made from the first`() {
        container.registerScoped(ImageCache.self, scope: .screen) { ImageCache() }
        show("one")
        let (reply, images) = (container.resolve(Reply.self), container.resolve(ImageCache.self))
        #expect(container.resolve(Reply.self) === reply)
        show("two")
        #expect(container.resolve(Inquiry.self).text == "two")
        #expect(container.resolve(Reply.self) !== reply)
        #expect(container.resolve(Reply.self).inquiry.text == "two")
        #expect(container.resolve(ImageCache.self) === images)
    }

    @Test func `S10: what lives in a scope inside it is made anew as well`() {
        container.register(Late.self, .scoped(.request), using: Late.init)
        let request = HeldScope(.request, id: "r", in: container)
        show("one")
        request.makeCurrent()
        let late = container.resolve(Late.self)
        #expect(container.resolve(Late.self) === late)
        show("two")
        #expect(container.resolve(Late.self).inquiry.text == "two")
    }

    @Test func `R1 S10: what is replaced stays so although it is expected anew and each scope is given it`() {
        container.expect(Inquiry.self, in: .request)
        let replacement = container.replace(Inquiry.self, with: Inquiry("mock"))
        container.expect(Inquiry.self, in: .request)
        let read = { (container: Container) in
            container.withScope(.request, providing: { $0.provide(Inquiry.self, Inquiry("given")) }) {
                container.resolve(Inquiry.self).text
            }
        }
        for _ in 0..<3 { #expect(read(container) == "mock") }
        replacement.restore()
        for _ in 0..<3 { #expect(read(container) == "given") }
    }

    @Test func `S10: another screen keeps what it was given`() {
        container.scopeContext.setCurrent(.screen, id: "Other", providing: { $0.provide(Inquiry.self, Inquiry("other")) })
        let reply = container.resolve(Reply.self)
        show("one")
        show("two")
        container.scopeContext.setCurrent(.screen, id: "Other")
        #expect(container.resolve(Reply.self) === reply)
    }

    @Test func `S10: what a function made is disposed once, what was handed in never`() async {
        let log = Log()
        container.expect(Part.self, in: .screen)
        let context = container.scopeContext
        context.setCurrent(.screen, id: "Detail", providing: { $0.provide(Part.self) { _ in Part("first", log) } })
        _ = container.resolve(Part.self)
        context.setCurrent(.screen, id: "Detail", providing: { $0.provide(Part.self, Part("handed in", log)) })
        await container.settled()
        #expect(log.all == ["first"])
        #expect(container.resolve(Part.self).name == "handed in")
        context.setCurrent(.screen, id: "Detail", providing: { $0.provide(Part.self) { _ in Part("second", log) } })
        _ = container.resolve(Part.self)
        await context.close(.screen)
        #expect(log.all == ["first", "second"])
    }

    @Test func `S10: what is registered for the scope and was made in it gives way to what is provided`() async {
        let log = Log()
        container.register(Part.self, .scoped(.screen)) { _ in Part("registered", log) }
        container.register(Holder.self, .scoped(.screen), using: Holder.init)
        let context = container.scopeContext
        context.setCurrent(.screen, id: "Detail")
        #expect(container.resolve(Holder.self).part.name == "registered")
        context.setCurrent(.screen, id: "Detail", providing: { $0.provide(Part.self, Part("provided", log)) })
        #expect(container.resolve(Holder.self).part.name == "provided")
        await container.settled()
        #expect(log.all == ["registered"])
    }

    @Test func `S10: what begins before the scope is given another value, and ends after it, is not kept`() {
        let (container, runs) = (container, Counter())
        container.register(Holder.self, .scoped(.screen)) { r in
            let part = Part(try r.resolve(Inquiry.self).text, Log())
            if runs.increment() == 1 {
                container.scopeContext.setCurrent(.screen, id: "Detail", providing: { $0.provide(Inquiry.self, Inquiry("two")) })
            }
            return Holder(part)
        }
        show("one")
        #expect(container.resolve(Holder.self).part.name == "two")
        #expect(runs.value == 2)
    }

    @Test(arguments: [true, false]) func `S10: a factory that is running when the scope is given its service is not kept either`(
        byFactory: Bool
    ) {
        let (container, runs) = (container, Counter())
        container.register(Part.self, .scoped(.screen)) { _ in
            if runs.increment() == 1 {
                container.scopeContext.setCurrent(.screen, id: "Detail") { scope in
                    if byFactory {
                        scope.provide(Part.self) { _ in Part("provided", Log()) }
                    } else {
                        scope.provide(Part.self, Part("provided", Log()))
                    }
                }
            }
            return Part("registered", Log())
        }
        container.register(Holder.self, .scoped(.screen), using: Holder.init)
        show("one")
        #expect(container.resolve(Holder.self).part.name == "provided")
        #expect(container.resolve(Part.self).name == "provided")
        #expect(runs.value == 1)
    }

    @Test(arguments: [true, false]) func `S8: a registration that is made later stands before what was provided, until that is again`(
        byFactory: Bool
    ) {
        let context = container.scopeContext
        func provide(_ text: String) {
            context.setCurrent(.screen, id: "Detail") { scope in
                if byFactory { scope.provide(Inquiry.self) { _ in Inquiry(text) } } else { scope.provide(Inquiry.self, Inquiry(text)) }
            }
        }
        provide("provided")
        #expect(container.resolve(Reply.self).inquiry.text == "provided")
        container.register(Inquiry.self, .scoped(.screen)) { _ in Inquiry("registered") }
        #expect(container.resolve(Reply.self).inquiry.text == "registered")
        #expect(container.resolve(Inquiry.self) === container.resolve(Inquiry.self))
        #expect(container.resolve(Reply.self).inquiry === container.resolve(Inquiry.self))
        #expect(container.scopes.map(\.given) == [[]])
        provide("again")
        #expect(container.resolve(Reply.self).inquiry.text == "again")
        #expect(container.resolve(Inquiry.self) === container.resolve(Inquiry.self))
    }

    @Test func `S10: what a scope of the same kind inside has made, also for an override, gives way to it`() {
        let (container, request) = (container, HeldScope(.request, id: "outer", in: container))
        container.register(Keychain.self, using: Keychain.init)
        container.register(Part.self, .scoped(.request)) { r in
            _ = try r.resolve(Keychain.self)
            return Part("registered", Log())
        }
        container.register(Holder.self, .scoped(.request), using: Holder.init)
        request.withScope(.request) {
            container.withOverrides {
                $0.replace(Keychain.self, with: Keychain())
            } operation: {
                #expect(container.resolve(Holder.self).part.name == "registered")
                request.provide { $0.provide(Part.self, Part("provided", Log())) }
                #expect(container.resolve(Holder.self).part.name == "provided")
            }
        }
    }

    @Test func `S10: a factory that runs in a scope of the same kind inside is not kept either`() {
        let (container, runs) = (container, Counter())
        let request = HeldScope(.request, id: "outer", in: container)
        container.register(Part.self, .scoped(.request)) { _ in
            if runs.increment() == 1 { request.provide { $0.provide(Part.self, Part("provided", Log())) } }
            return Part("registered", Log())
        }
        container.register(Holder.self, .scoped(.request), using: Holder.init)
        request.withScope(.request) {
            #expect(container.resolve(Holder.self).part.name == "provided")
            #expect(container.resolve(Part.self).name == "provided")
        }
    }

    @Test func `C6: what is provided again and again, also after it was expected anew, goes`() {
        let (made, gone) = (Counter(), Counter())
        for _ in 0..<100 {
            container.expect(Passing.self, in: .screen)
            container.scopeContext.setCurrent(.screen, id: "Detail", providing: { $0.provide(Passing.self, Passing(made, gone)) })
            _ = container.resolve(Passing.self)
        }
        #expect(made.value == 100)
        #expect(gone.value >= 99)
    }

    @Test func `S10: under threads, who reads after the change has what was made from the new value`() async {
        let container = container
        show("0")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    var last = 0
                    for _ in 0..<2_000 {
                        let number = Int(container.resolve(Reply.self).inquiry.text) ?? -1
                        #expect(number >= last)
                        last = number
                    }
                }
            }
            group.addTask {
                for number in 1...500 {
                    container.scopeContext.setCurrent(
                        .screen, id: "Detail", providing: { $0.provide(Inquiry.self, Inquiry("\(number)")) })
                    #expect(container.resolve(Reply.self).inquiry.text == "\(number)")
                }
            }
        }
        #expect(container.resolve(Reply.self).inquiry.text == "500")
    }
}

private final class Holder: Sendable {
    let part: Part

    init(_ part: Part) {
        self.part = part
    }
}

private final class Passing: Sendable {
    private let gone: Counter

    init(_ made: Counter, _ gone: Counter) {
        self.gone = gone
        made.increment()
    }

    deinit { gone.increment() }
}
