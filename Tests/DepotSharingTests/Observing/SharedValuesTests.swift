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

    @Test func `H11 the values of a part leave out what is equal`() async {
        @Shared(value: SignUp()) var signUp: SignUp
        var iterator = $signUp.phoneNumber.values.makeAsyncIterator()
        $signUp.email.withLock { $0 = "a" }
        $signUp.phoneNumber.withLock { $0 = "1" }
        #expect(await iterator.next() == "")
        #expect(await iterator.next() == "1")
    }
}
