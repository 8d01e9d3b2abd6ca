@testable import Depot
import Synchronization
import Testing

/// What is given as it is: where it is put, what becomes of it, and in which order it goes.
@Suite struct GivenInstanceTests {
    private let container = Container()

    init() {
        container.expect(Inquiry.self, in: .request)
        container.register(Reply.self, .scoped(.request), using: Reply.init)
    }

    /// Opens a scope twice, because the first value of a type is given under the container's lock.
    private func twice(_ body: (Int) -> Void) { for number in 0..<2 { body(number) } }

    @Test func `S8: what is expected anew while it is provided is given all the same`() {
        twice { number in
            container.withScope(
                .request,
                providing: { scope in
                    scope.provide(Inquiry.self, Inquiry("\(number)"))
                    container.expect(Inquiry.self, in: .request)
                    // What is expected now has been given before this is.
                    twice { other in
                        container.withScope(.request, providing: { $0.provide(Inquiry.self, Inquiry("other \(other)")) }) {
                            #expect(container.resolve(Inquiry.self).text == "other \(other)")
                        }
                    }
                }
            ) {
                #expect(container.resolve(Inquiry.self).text == "\(number)")
                #expect(container.resolve(Reply.self).inquiry.text == "\(number)")
            }
        }
    }

    @Test func `S8: what is given without a lock is given beside what is made`() {
        container.expect(Customer.self, in: .request)
        twice { number in
            container.withScope(
                .request,
                providing: { scope in
                    scope.provide(Inquiry.self, Inquiry("\(number)"))
                    scope.provide(Customer.self) { _ in Customer("made") }
                }
            ) {
                #expect(container.resolve(Inquiry.self).text == "\(number)")
                #expect(container.resolve(Reply.self).inquiry.text == "\(number)")
                #expect(container.resolve(Customer.self).name == "made")
            }
        }
    }

    @Test func `S9: what is registered otherwise while it is provided cannot be given, and that is told`() {
        let errors = container.misuse {
            container.withScope(
                .request,
                providing: { scope in
                    scope.provide(Inquiry.self, Inquiry("lost"))
                    container.register(Inquiry.self, .singleton) { _ in Inquiry("kept") }
                }
            ) {
                #expect(container.resolve(Inquiry.self).text == "kept")
            }
        }
        #expect(errors.map(\.kind) == ["notProvided"])
    }

    @Test func `S8: what is given goes with its scope, and with a held scope when nobody holds that`() {
        weak var given: Gift?
        container.expect(Gift.self, in: .request)
        twice { _ in
            container.withScope(
                .request,
                providing: { scope in
                    let gift = Gift()
                    given = gift
                    scope.provide(Gift.self, Gift())
                    scope.provide(Gift.self, gift)
                }
            ) {
                #expect(container.resolve(Gift.self) === given)
            }
            #expect(given == nil)
        }
        do {
            let gift = Gift()
            given = gift
            let held = HeldScope(.request, id: "r", in: container, providing: { $0.provide(Gift.self, gift) })
            twice { _ in
                held.makeCurrent()
                #expect(container.resolve(Gift.self) === gift)
                held.clear()
            }
        }
        #expect(given == nil)
    }

    @Test(arguments: [2, 4, 5, 12]) func `S5: what a scope has made goes last first, however much it is`(_ count: Int) {
        let log = GoneLog()
        for number in 0..<count {
            container.register(Goner.self, name: Name("\(number)"), .scoped(.request)) { _ in Goner(number, log) }
        }
        twice { _ in
            container.withScope(.request) {
                for number in 0..<count { _ = container.resolve(Goner.self, name: Name("\(number)")) }
                // Found where they were put.
                for number in 0..<count { #expect(container.resolve(Goner.self, name: Name("\(number)")).number == number) }
            }
            #expect(log.take() == (0..<count).reversed())
        }
    }

    @Test func `S5: what a scope and one inside it have made goes last first`() {
        let log = GoneLog()
        for number in 0..<3 { container.register(Goner.self, name: Name("\(number)"), .scoped(.session)) { _ in Goner(number, log) } }
        for number in 3..<6 { container.register(Goner.self, name: Name("\(number)"), .scoped(.screen)) { _ in Goner(number, log) } }
        container.scopeContext.setCurrent(.session, id: "ada")
        container.scopeContext.setCurrent(.screen, id: "home")
        for number in 0..<6 { _ = container.resolve(Goner.self, name: Name("\(number)")) }
        container.scopeContext.clear(.session)
        #expect(log.take() == [5, 4, 3, 2, 1, 0])
    }

    @Test func `C10: a registration of a wrapper type wins in every scope, whether or not it has been claimed before`() {
        container.register(Lazy<Inquiry>.self, .scoped(.request)) { _ in Lazy(Inquiry("registered")) }
        container.register(LazyReply.self, .scoped(.request), using: LazyReply.init)
        for _ in 0..<3 {
            container.withScope(.request, providing: { $0.provide(Inquiry.self, Inquiry("given")) }) {
                #expect(container.resolve(LazyReply.self).inquiry().text == "registered")
            }
        }
    }
}

/// Something that is given.
private final class Gift: Sendable {}

/// Something that says when it goes.
private final class Goner: Sendable {
    let number: Int
    private let log: GoneLog

    init(_ number: Int, _ log: GoneLog) {
        self.number = number
        self.log = log
    }

    deinit { log.add(number) }
}

private final class GoneLog: Sendable {
    private let numbers = Mutex<[Int]>([])

    func add(_ number: Int) { numbers.withLock { $0.append(number) } }

    func take() -> [Int] {
        numbers.withLock { numbers in
            defer { numbers = [] }
            return numbers
        }
    }
}

/// Something with a parameter that may be a wrapper or a service.
private final class LazyReply: Sendable {
    let inquiry: Lazy<Inquiry>
    init(_ inquiry: Lazy<Inquiry>) { self.inquiry = inquiry }
}
