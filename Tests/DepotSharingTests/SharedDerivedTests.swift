import DepotSharing
import DepotTesting
import Foundation
import Observation
import Testing

/// An element that counts how often somebody asks for its identity.
struct Counted: Identifiable, Sendable {
    let number: Int
    let looks: Counter
    var id: Int {
        looks.add()
        return number
    }
}

@Suite struct SharedDerivedTests {
    @Test func `H18 an element that has moved is found from where it was`() {
        let looks = Counter()
        let all = Shared(value: (0..<1_000).map { Counted(number: $0, looks: looks) })
        let elements = all.elements
        all.withLock { _ = $0.removeFirst() }
        let before = looks.value
        #expect(elements.map(\.wrappedValue.number) == Array(0..<1_000))
        #expect(looks.value - before < 20_000)
        all.withLock { $0.reverse() }
        #expect(elements.map(\.wrappedValue.number) == Array(0..<1_000))
    }

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

    @Test func `H4 a part keeps its last value when the whole is turned to a value without it`() throws {
        @Shared(value: ["a", "b"]) var names: [String]
        @Shared(value: "a") var name: String?
        let second = $names[1]
        let present = try #require(Shared($name))
        second.withLock { $0 = "c" }
        $name.withLock { $0 = "b" }
        $names = Shared(value: ["x"])
        $name = Shared(value: nil)
        #expect(second.wrappedValue == "c")
        #expect(present.wrappedValue == "b")
        second.withLock { $0 = "d" }
        present.withLock { $0 = "c" }
        $names = Shared(value: [])
        $name = Shared(value: nil)
        #expect(second.wrappedValue == "d", "what was written while it was missing")
        #expect(present.wrappedValue == "c")
        $name = Shared(value: "e")
        #expect(present.wrappedValue == "e", "it is there again")
    }

    @Test func `H4 a reader shows what is written elsewhere`() {
        @Shared(value: 1) var count: Int
        let reader = SharedReader($count)
        $count.withLock { $0 = 2 }
        #expect(reader.wrappedValue == 2)
    }
}
