import DepotSharing
import DepotTesting
import Foundation
import Observation
import Testing

@Suite struct SharedDerivedTests {
    @Test func `H4 a part reads and writes through`() {
        @Shared(.inMemory("signUp")) var signUp = SignUp()
        $signUp.phoneNumber.withLock { $0 = "555" }
        $signUp.address.city.withLock { $0 = "Rome" }
        #expect(signUp == SignUp(phoneNumber: "555", address: .init(city: "Rome")))
        let city = $signUp.address.city
        $signUp.withLock { $0.address.city = "Bonn" }
        #expect(city.wrappedValue == "Bonn")
    }

    @Test func `H4 a part that cannot be written is a reader`() {
        @Shared(value: SignUp(email: "ann@example.com")) var signUp: SignUp
        let initials: SharedReader<String> = $signUp.initials
        $signUp.email.withLock { $0 = "bob@example.com" }
        #expect(initials.wrappedValue == "b")
    }

    @Test func `H4 an optional is nil when nil and keeps its last value after`() throws {
        @Shared(value: nil) var name: String?
        #expect(Shared($name) == nil)
        $name.withLock { $0 = "a" }
        let present = try #require(Shared($name))
        $name.withLock { $0 = "b" }
        $name.withLock { $0 = nil }
        #expect(present.wrappedValue == "b")
        present.withLock { $0 = "c" }
        #expect(present.wrappedValue == "c")
        #expect(name == nil)
        $name.withLock { $0 = "d" }
        #expect(present.wrappedValue == "d")
        present.withLock { $0 += "e" }
        #expect(name == "de")
    }

    @Test func `H4 a removed element stays readable`() {
        @Shared(value: ["a", "b"]) var names: [String]
        let second = $names[1]
        second.withLock { $0 = "c" }
        #expect(names == ["a", "c"])
        $names.withLock { $0.removeAll() }
        #expect(second.wrappedValue == "c")
        second.withLock { $0 = "d" }
        #expect(second.wrappedValue == "d")
        #expect(names == [])
    }

    @Test func `H4 a reader shows what is written elsewhere`() {
        @Shared(value: 1) var count: Int
        let reader = SharedReader($count)
        $count.withLock { $0 = 2 }
        #expect(reader.wrappedValue == 2)
    }

    @Test func `H11 a part is observed, and another one is not`() {
        @Shared(value: SignUp()) var signUp: SignUp
        let phone = Counter()
        let whole = Counter()
        withObservationTracking {
            _ = $signUp.phoneNumber.wrappedValue
        } onChange: {
            phone.add()
        }
        withObservationTracking {
            _ = signUp.email
        } onChange: {
            whole.add()
        }
        $signUp.email.withLock { $0 = "a" }
        #expect(phone.value == 0)
        #expect(whole.value == 1)
        $signUp.withLock { $0.address.city = "Rome" }
        #expect(phone.value == 0)
        $signUp.withLock { $0.phoneNumber = "555" }
        #expect(phone.value == 1)
    }

    @Test func `H11 a part of a part is observed`() {
        @Shared(value: SignUp()) var signUp: SignUp
        let city = Counter()
        withObservationTracking {
            _ = $signUp.address.city.wrappedValue
        } onChange: {
            city.add()
        }
        $signUp.address.street.withLock { $0 = "Elm" }
        #expect(city.value == 0)
        $signUp.address.withLock { $0.city = "Rome" }
        #expect(city.value == 1)
    }

    @Test func `H11 a value is observed that comes from its store`() throws {
        let store = ManualStore<Int>()
        @Shared(ManualKey(id: "observed", store: store)) var count = 0
        let told = Counter()
        withObservationTracking {
            _ = count
        } onChange: {
            told.add()
        }
        store.tell(5)
        #expect(told.value == 1)
        #expect(count == 5)
        #expect(store.values == [])
    }

    @Test func `H11 an observer finds the new value, on any thread`() async {
        @Shared(value: 0) var count: Int
        let shared = $count
        let found = await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = shared.wrappedValue
            } onChange: {
                continuation.resume(returning: shared.wrappedValue)
            }
            shared.withLock { $0 = 7 }
        }
        #expect(found == 7)
    }

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
