import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Observation
import Testing

@Suite struct SharedValuesTests {
    @Test func `H11 values come in order and none is lost`() async {
        @Shared(.inMemory("count")) var count = 0
        let shared = $count
        let values = shared.values
        var iterator = values.makeAsyncIterator()
        for _ in 0..<1000 { shared.withLock { $0 += 1 } }
        for expected in 0...1000 { #expect(await iterator.next() == expected) }
        let task = Task { [iterator] in
            var iterator = iterator
            return await iterator.next()
        }
        task.cancel()
        #expect(await task.value == nil)
    }

    @Test func `H11 the values of a part that is missing begin with its last one and go on with what is written to it`() async {
        @Shared(value: SignUp() as SignUp?) var signUp: SignUp?
        guard let part = Shared($signUp) else { return #expect(Bool(false)) }
        let phone = part.phoneNumber
        phone.withLock { $0 = "1" }
        $signUp.withLock { $0 = nil }
        var (whole, field) = (part.values.makeAsyncIterator(), phone.values.makeAsyncIterator())
        #expect(await whole.next()?.phoneNumber == "1")
        #expect(await field.next() == "1")
        phone.withLock { $0 = "2" }
        #expect(await whole.next()?.phoneNumber == "2")
        #expect(await field.next() == "2")
        $signUp.withLock { $0 = SignUp(phoneNumber: "3") }
        #expect(await whole.next()?.phoneNumber == "3")
        #expect(await field.next() == "3")
    }

    @Test func `H11 H18 the values of a position that is gone do not go on with what comes to its place`() async {
        @Shared(value: ["a", "b", "c"]) var names: [String]
        let second = $names[1]
        var early = second.values.makeAsyncIterator()
        second.withLock { $0 = "B" }
        $names.withLock { $0.removeFirst() }
        $names.withLock { $0[1] = "C" }
        var late = second.values.makeAsyncIterator()
        second.withLock { $0 = "last" }
        for expected in ["b", "B", "last"] { #expect(await early.next() == expected) }
        for expected in ["B", "last"] { #expect(await late.next() == expected) }
    }

    @Test func `H5 H11 the values of a position go on in what the property is turned to, whatever its count`() async {
        let names = Shared(value: ["a", "b", "c"])
        let second = names[1]
        var iterator = second.values.makeAsyncIterator()
        names.projectedValue = Shared(value: ["x"])
        second.withLock { $0 = "written" }
        names.withLock { $0.append("y") }
        for expected in ["b", "written", "y"] { #expect(await iterator.next() == expected) }
    }

    @Test func `H17 who no longer follows a value is not looked for among all who do`() throws {
        let optional = Shared<Int?>(value: 1)
        let part = try #require(Shared(optional))
        func follow(_ shared: Shared<some Sendable>) {
            let start = spentTime()
            var all = (0..<10_000).map { _ in shared.values.makeAsyncIterator() }
            let entered = spentTime()
            while !all.isEmpty { all.removeLast(Swift.min(all.count, 2)) }
            all = []
            #expect(spentTime() - entered < 30 * (entered - start))
        }
        follow(optional)
        follow(part)
    }

    @Test func `H11 the values of a part leave out what is equal`() async {
        @Shared(value: SignUp()) var signUp: SignUp
        var iterator = $signUp.phoneNumber.values.makeAsyncIterator()
        $signUp.email.withLock { $0 = "a" }
        $signUp.phoneNumber.withLock { $0 = "1" }
        #expect(await iterator.next() == "")
        #expect(await iterator.next() == "1")
    }
}
