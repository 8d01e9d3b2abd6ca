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
        roundTrip(.appStorage(prefix + "date"), Date(timeIntervalSince1970: 1), otherwise: .distantPast, store: store)
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
                The property has its default, and the next write replaces what is there. Use another key, or the type that the
                value was stored with.
                """)
    }
}
