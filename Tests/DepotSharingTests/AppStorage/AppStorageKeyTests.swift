import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Observation
import Testing

enum Theme: String, Codable, Sendable { case light, dark }
enum Level: Int, Sendable { case low, high }

@Suite struct AppStorageKeyTests {
    /// Writes a value, and reads it by another property that has only the store in common with the first.
    private func roundTrip<Value: Equatable & Sendable>(
        _ key: AppStorageKey<Value>, _ value: Value, otherwise: Value, store: UserDefaultsStorage
    ) {
        withDependencies {
            $0.defaultAppStorage = store
        } operation: {
            do {
                @Shared(key) var written = otherwise
                #expect(written == otherwise)
                $written.withLock { $0 = value }
            }
            @Shared(key) var read = otherwise
            #expect(read == value)
            #expect($read.loadError == nil)
        }
    }

    private func everyType(_ store: UserDefaultsStorage, _ prefix: String) {
        roundTrip(.appStorage(prefix + "bool"), true, otherwise: false, store: store)
        roundTrip(.appStorage(prefix + "int"), 42, otherwise: 0, store: store)
        roundTrip(.appStorage(prefix + "double"), 0.5, otherwise: 0, store: store)
        roundTrip(.appStorage(prefix + "string"), "text", otherwise: "", store: store)
        roundTrip(.appStorage(prefix + "strings"), ["a", "b"], otherwise: [], store: store)
        roundTrip(
            .appStorage(prefix + "url"), URL(string: "https://example.com")!, otherwise: URL(fileURLWithPath: "/"), store: store)
        roundTrip(.appStorage(prefix + "data"), Data([1, 2]), otherwise: Data(), store: store)
        roundTrip(.appStorage(prefix + "date"), Date(timeIntervalSince1970: 1.123_456), otherwise: .distantPast, store: store)
        roundTrip(.appStorage(prefix + "theme"), Theme.dark, otherwise: .light, store: store)
        roundTrip(.appStorage(prefix + "level"), Level.high, otherwise: .low, store: store)
        roundTrip(.appStorage(prefix + "codable"), SignUp(email: "a"), otherwise: SignUp(), store: store)
        roundTrip(.appStorage(prefix + "int?"), Int?.some(1), otherwise: nil, store: store)
        roundTrip(.appStorage(prefix + "theme?"), Theme?.some(.dark), otherwise: nil, store: store)
        roundTrip(.appStorage(prefix + "codable?"), SignUp?.some(SignUp(email: "b")), otherwise: nil, store: store)
    }

    @Test func `H10 every type is kept in memory`() { everyType(.inMemory(), "") }

    @Test func `H10 every type is kept in user defaults`() throws {
        let name = "depot.sharing.tests.\(UUID().uuidString)"
        let suite = try #require(UserDefaults(suiteName: name))
        defer { UserDefaults.standard.removePersistentDomain(forName: name) }
        everyType(UserDefaultsStorage(suite), "x.")
    }

    @Test func `C17 what a property has seen in user defaults goes outside the lock`() {
        let (store, freed) = (UserDefaultsStorage.inMemory(), Counter())
        let shared = Shared(wrappedValue: [0], .appStorage("list", store: store))
        for number in 1...3 {
            let bytes = NSData(bytesNoCopy: strdup("[\(number)]"), length: 3) { start, _ in
                free(start)
                store.set(true, forKey: "list is freed")
                freed.add()
            }
            store.set(bytes, forKey: "list")
            #expect(shared.wrappedValue == [number])
        }
        #expect(freed.value == 2)
    }

    @Test func `H10 a save of what the property has not written undoes nothing that others have written`() async throws {
        @Dependency(\.defaultAppStorage) var store
        let number = Shared(wrappedValue: 1, DeafKey(base: .appStorage("number")))
        try await number.save()
        #expect(store.object(forKey: "number") as? Int == 1)
        store.set(2, forKey: "number")
        try await number.save()
        #expect(store.object(forKey: "number") as? Int == 2)
        number.withLock { $0 = 3 }
        try await number.save()
        #expect(store.object(forKey: "number") as? Int == 3)
    }

    @Test func `H10 a save does not bring back what others have removed`() async throws {
        @Dependency(\.defaultAppStorage) var store
        store.set(2, forKey: "number")
        let number = Shared(wrappedValue: 1, DeafKey(base: .appStorage("number")))
        store.set(nil, forKey: "number")
        try await number.save()
        #expect(store.object(forKey: "number") == nil)
    }

    @Test func `H10 a write does not look at the properties of other keys`() {
        let number = Shared(wrappedValue: 0, .appStorage("number"))
        func write() -> Double {
            let start = spentTime()
            for _ in 0..<1_000 { number.withLock { $0 += 1 } }
            return spentTime() - start
        }
        _ = write()
        let alone = write()
        let others = (0..<10_000).map { Shared(wrappedValue: 0, .appStorage("other \($0)")) }
        #expect(write() < 8 * alone)
        withExtendedLifetime(others) {}
    }

    @Test func `H10 nil removes the key`() {
        @Dependency(\.defaultAppStorage) var store
        @Shared(.appStorage("number")) var number: Int?
        @Shared(.appStorage("signUp")) var signUp: SignUp?
        $number.withLock { $0 = 1 }
        $signUp.withLock { $0 = SignUp() }
        #expect(store.object(forKey: "number") != nil && store.object(forKey: "signUp") != nil)
        $number.withLock { $0 = nil }
        $signUp.withLock { $0 = nil }
        #expect(store.object(forKey: "number") == nil && store.object(forKey: "signUp") == nil)
    }

    @Test func `H10 two references of one process stay in sync`() throws {
        let name = "depot.sharing.tests.\(UUID().uuidString)"
        defer { UserDefaults.standard.removePersistentDomain(forName: name) }
        let one = UserDefaultsStorage(try #require(UserDefaults(suiteName: name)))
        let two = UserDefaultsStorage(try #require(UserDefaults(suiteName: name)))
        @Shared(.appStorage("shared", store: one)) var first = 1
        @Shared(.appStorage("shared", store: two)) var second = 1
        let told = Counter()
        withObservationTracking {
            _ = second
        } onChange: {
            told.add()
        }
        $first.withLock { $0 = 2 }
        #expect(second == 2)
        #expect(told.value == 1)
        $second.withLock { $0 = 3 }
        #expect(first == 3)
    }

    @Test func `H10 what is set by hand is seen, and a removal gives the default`() {
        @Dependency(\.defaultAppStorage) var store
        @Shared(.appStorage("number")) var number = 1
        store.set(5, forKey: "number")
        #expect(number == 5)
        store.set(nil, forKey: "number")
        #expect(number == 1)
    }

    @Test func `H10 something else under the key is an error that says so`() throws {
        @Dependency(\.defaultAppStorage) var store
        store.set("text", forKey: "strings")
        @Shared(.appStorage("strings")) var strings: [String] = ["default"]
        #expect(strings == ["default"])
        let error = try #require($strings.loadError as? SharedError)
        #expect(
            error.description == """
                Depot: user defaults do not hold the value of a shared property.
                  Key:    appStorage "strings"
                  Type:   Array<String>
                  Found:  String
                The property has its default, or goes on with the value that it had, and the next write replaces what is there. Use
                another key, or the type that the value was stored with.
                """)
    }

    @Test func `H10 a number that does not fit is an error, and one that does is taken`() {
        @Dependency(\.defaultAppStorage) var store
        for (name, object) in [("two", 2 as Any), ("half", 1.9), ("huge", 1e300), ("nan", Double.nan), ("deep", Int.max)] {
            store.set(object, forKey: name)
        }
        @Shared(.appStorage("two")) var bool = false
        @Shared(.appStorage("half")) var int = 7
        @Shared(.appStorage("huge")) var huge = 7
        @Shared(.appStorage("nan")) var nan = 7
        @Shared(.appStorage("deep")) var double = 0.5
        #expect(!bool && int == 7 && huge == 7 && nan == 7 && double == 0.5)
        let errors: [(any Error)?] = [$bool.loadError, $int.loadError, $huge.loadError, $nan.loadError, $double.loadError]
        for error in errors { #expect(error is SharedError) }
        for (name, object) in [("one", 1 as Any), ("whole", 2.0), ("three", 3)] { store.set(object, forKey: name) }
        @Shared(.appStorage("one")) var isOn = false
        @Shared(.appStorage("whole")) var whole = 0
        @Shared(.appStorage("three")) var three = 0.0
        #expect(isOn && whole == 2 && three == 3)
    }

    @Test func `H10 a date keeps its fraction on the disk`() throws {
        let name = "depot.sharing.tests.\(UUID().uuidString)"
        defer { UserDefaults.standard.removePersistentDomain(forName: name) }
        let date = Date(timeIntervalSinceReferenceDate: 774_000_000.123_456_7)
        do {
            let suite = try #require(UserDefaults(suiteName: name))
            @Shared(.appStorage("date", store: UserDefaultsStorage(suite))) var written = Date.distantPast
            $written.withLock { $0 = date }
        }
        let plist = try #require(UserDefaults(suiteName: name)?.dictionaryRepresentation())
        let data = try PropertyListSerialization.data(fromPropertyList: ["date": plist["date"]], format: .xml, options: 0)
        let back = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        #expect(back?["date"].flatMap { Date(appStorageObject: $0) } == date)
    }

    @Test func `H10 what is set is there at once, also while another thread reads`() throws {
        for _ in 0..<100 {
            let name = "depot.sharing.tests.\(UUID().uuidString)"
            defer { UserDefaults.standard.removePersistentDomain(forName: name) }
            let store = UserDefaultsStorage(try #require(UserDefaults(suiteName: name)))
            let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            Thread.detachNewThread {
                begun.signal()
                for _ in 0..<200 { _ = store.object(forKey: "key") }
                ended.signal()
            }
            begun.wait()
            store.set("value", forKey: "key")
            #expect(store.object(forKey: "key") as? String == "value")
            ended.wait()
        }
    }

    @Test func `H10 what is set while a write is being saved is not lost`() throws {
        let name = "depot.sharing.tests.\(UUID().uuidString)"
        defer { UserDefaults.standard.removePersistentDomain(forName: name) }
        let one = UserDefaultsStorage(try #require(UserDefaults(suiteName: name)))
        let two = UserDefaultsStorage(try #require(UserDefaults(suiteName: name)))
        @Shared(.appStorage("between", store: one)) var first = 0
        @Shared(.appStorage("between", store: two)) var second = 0
        withObservationTracking {
            _ = second
        } onChange: {
            one.set(99, forKey: "between")  // The write below has reached the store and is not yet known to be saved.
        }
        $first.withLock { $0 = 2 }
        #expect(one.object(forKey: "between") as? Int == 99)
        #expect(first == 99)
        #expect(second == 99)
    }

    @Test func `H10 set and withLock at once end with memory and store the same`() throws {
        for round in 0..<stressRounds(300, full: 2_000) {
            let storage = UserDefaultsStorage.inMemory()
            @Shared(.appStorage("race", store: storage)) var number = 0
            let shared = $number
            DispatchQueue.concurrentPerform(iterations: 3) { index in
                for step in 1...3 {
                    let value = round * 100 + index * 10 + step
                    if index == 0 { shared.withLock { $0 = value } } else { storage.set(value, forKey: "race") }
                }
            }
            #expect(storage.object(forKey: "race") as? Int == number, "round \(round)")
        }
    }

    @Test func `H10 two storages of one suite that are written at once end with the same value`() throws {
        let name = "depot.sharing.tests.\(UUID().uuidString)"
        defer { UserDefaults.standard.removePersistentDomain(forName: name) }
        let one = UserDefaultsStorage(try #require(UserDefaults(suiteName: name)))
        let two = UserDefaultsStorage(try #require(UserDefaults(suiteName: name)))
        for round in 0..<stressRounds(50, full: 200) {
            @Shared(.appStorage("two storages", store: one)) var first = 0
            @Shared(.appStorage("two storages", store: two)) var second = 0
            let references = [$first, $second]
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                for step in 1...3 { references[index].withLock { $0 = round * 100 + index * 10 + step } }
            }
            #expect(first == second, "round \(round)")
            #expect(one.object(forKey: "two storages") as? Int == first, "round \(round)")
        }
    }

    @Test func `H10 two contexts with one storage stay in sync, also when both are written at once`() {
        let storage = UserDefaultsStorage.inMemory()
        for round in 0..<stressRounds(50, full: 200) {
            func make() -> Shared<Int> { Shared(wrappedValue: 0, .appStorage("two contexts", store: storage)) }
            let references = [make(), withDependencies({ $0.context = .preview }, operation: make)]
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                for step in 1...3 { references[index].withLock { $0 = round * 100 + index * 10 + step } }
            }
            #expect(references[0] == references[1], "round \(round)")
            references[1].withLock { $0 = -round }
            #expect(references[0].wrappedValue == -round)
        }
    }

    @Test func `H15 who is slow to read what others have put there does not bring it back after a write`() async {
        let storage = UserDefaultsStorage.inMemory()
        @Shared(.appStorage("slow", store: storage)) var slow = Slow(rawValue: 0)
        let written = Slow(rawValue: 2)
        Slow.reading.withLock { $0.held = [1, 2] }
        let isOver = Locked(false)
        Thread.detachNewThread {
            storage.set(1, forKey: "slow")
            isOver.withLock { $0 = true }
        }
        await eventually { Slow.reading.withLock { $0.reached == 1 } }
        $slow.withLock { $0 = written }
        Slow.reading.withLock { $0.held = [2] }
        await eventually { Slow.reading.withLock { $0.reached == 2 } }
        #expect(slow == written)
        Slow.reading.withLock { $0.held = [] }
        await eventually { isOver.withLock { $0 } }
        #expect(slow == written)
    }
}

/// A value whose reading a test can hold up.
private struct Slow: RawRepresentable, Equatable, Sendable {
    static let reading = Locked((held: Set<Int>(), reached: 0))
    let rawValue: Int

    init(rawValue: Int) {
        self.rawValue = rawValue
        if Self.reading.withLock({ !$0.held.contains(rawValue) }) { return }
        Self.reading.withLock { $0.reached = rawValue }
        blockUntil { Self.reading.withLock { !$0.held.contains(rawValue) } }
    }
}
