import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Observation
import Testing

extension SharedKey where Self == FileStorageKey<[Int]>.Default {
    fileprivate static var numbers: Self { Self[.fileStorage(URL(fileURLWithPath: "/numbers.json")), default: [1]] }
}

/// An id whose comparison and hash use shared values themselves.
private struct CuriousID: Hashable, Sendable {
    let number: Int

    static func == (first: CuriousID, second: CuriousID) -> Bool {
        @Shared(.inMemory("comparisons")) var comparisons = 0
        $comparisons.withLock { $0 += 1 }
        return first.number == second.number
    }

    func hash(into hasher: inout Hasher) {
        @Shared(.inMemory("hashes")) var hashes = 0
        $hashes.withLock { $0 += 1 }
        hasher.combine(0)  // All of one hash, so that each is compared.
    }
}

private struct CuriousKey: SharedReaderKey {
    let id: CuriousID

    func load(context: LoadContext, continuation: LoadContinuation<Int>) { continuation.resume(returning: id.number) }

    func subscribe(subscriber: SharedSubscriber<Int>) -> SharedSubscription { SharedSubscription {} }
}

private struct MemoryKey: SharedReaderKey {
    let base: InMemoryKey<Int>

    var id: InMemoryKeyID { base.id }

    func load(context: LoadContext, continuation: LoadContinuation<Int>) { base.load(context: context, continuation: continuation) }

    func subscribe(subscriber: SharedSubscriber<Int>) -> SharedSubscription { base.subscribe(subscriber: subscriber) }
}

@Suite struct ReferencesTests {
    @Test func `H1 whoever names a key has the same value, with or without its default`() {
        @Shared(.numbers) var numbers
        @Shared(.fileStorage(URL(fileURLWithPath: "/numbers.json"))) var same: [Int] = [2]
        @SharedReader(.numbers) var reader
        #expect(numbers == [1] && same == [1] && reader == [1])
        $same.withLock { $0.append(3) }
        #expect(numbers == [1, 3] && reader == [1, 3])
    }

    @Test(.timeLimit(.minutes(15))) func `H1 an id may use shared values when it is hashed and compared`() {
        let readers = (0..<4).map { SharedReader(wrappedValue: -1, CuriousKey(id: CuriousID(number: $0))) }
        let again = (0..<4).map { SharedReader(wrappedValue: -2, CuriousKey(id: CuriousID(number: $0))) }
        #expect(readers.map(\.wrappedValue) == [0, 1, 2, 3])
        #expect(again.map(\.wrappedValue) == [0, 1, 2, 3])
        @Shared(.inMemory("comparisons")) var comparisons = 0
        #expect(comparisons > 0)
    }

    @Test func `H1 the first living default wins`() {
        @Shared(.inMemory("first")) var first = 1
        @Shared(.inMemory("first")) var second = 2
        #expect(first == 1)
        #expect(second == 1)
    }

    @Test func `H1 a thousand tasks make one reference`() async {
        await withTaskGroup(of: Shared<Int>.self) { group in
            for number in 0..<1000 { group.addTask { Shared(wrappedValue: number, .inMemory("race")) } }
            var all: [Shared<Int>] = []
            for await shared in group { all.append(shared) }
            all[0].withLock { $0 = -1 }
            #expect(all.allSatisfy { $0.wrappedValue == -1 })
        }
    }

    @Test func `H1 two contexts with one storage in memory have one value there`() {
        let storage = InMemoryStorage()
        func value(in context: DependencyContext, _ number: Int) -> Shared<Int> {
            withDependencies {
                $0.context = context
                $0.defaultInMemoryStorage = storage
            } operation: {
                Shared(wrappedValue: number, .inMemory("both contexts"))
            }
        }
        value(in: .live, 1).withLock { $0 += 1 }
        #expect(value(in: .preview, 5).wrappedValue == 2)
    }

    @Test func `H1 a key of one's own with the identifier of one in memory names the same value`() {
        @Shared(.inMemory("wrapped")) var value = 1
        $value.withLock { $0 = 2 }
        @SharedReader(MemoryKey(base: .inMemory("wrapped"))) var same = 3
        #expect(same == 2)
    }

    @Test func `H1 a key with two types stops with both names`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            @Shared(.inMemory("both")) var number = 1
            @Shared(.inMemory("both")) var text = "one"
            print(number, text)
        }
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self).contains(
                """
                Depot: one key is used for shared values of two types.
                  Key:    inMemory "both"
                  Asked:  String
                  In use: Int
                Give the two properties the same type, or one of them another key.
                """))
    }

    @Test func `H1 keys that read each other while they are loaded stop with their names`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let stores = Locked<[ManualStore<Int>]>([])
            @Sendable func read(_ name: String, _ store: Int) -> Int {
                @Shared(ManualKey(id: name, store: stores.withLock { $0[store] })) var number = 0
                return number
            }
            let one = ManualStore<Int>(load: { $1.resume(returning: read("two", 1)) })
            let two = ManualStore<Int>(load: { $1.resume(returning: read("one", 0)) })
            stores.withLock { $0 = [one, two] }
            print(read("one", 0))
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(
            text.contains(
                """
                Depot: the value of a shared property is needed to make it.
                  Keys:   one → two → one
                Something that makes it, its default or the load or subscription of its key, reads a property with the same key. Let it
                take what it needs from the store, or from a property with another key that does not read this one.
                """))
    }

    @Test func `H1 a default that reads other shared values ends, however many come and go meanwhile`() {
        let key = AppStorageKey<Int>.Default[
            .appStorage("sum"), default: (0..<300).map { Shared(wrappedValue: 1, .appStorage("part \($0)")).wrappedValue }.reduce(0, +)]
        @Shared(key) var sum
        #expect(sum == 300)
    }

    @Test func `H1 a default that reads its own key stops with it, where it made another one before that has gone`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let key = AppStorageKey<Int>.Default[.appStorage("own"), default: Shared(wrappedValue: 1, .appStorage("own")).wrappedValue + 1]
            @Shared(key) var number
            print(number)
        }
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self).contains(
                """
                Depot: the value of a shared property is needed to make it.
                  Keys:   appStorage "own" → appStorage "own"
                """))
    }

    @Test func `H1 a required value of another type throws`() async {
        @Shared(.inMemory("both")) var number = 1
        let error = await #expect(throws: SharedError.self) { _ = try await Shared<String>(require: .inMemory("both")) }
        guard case .otherType(_, "String", "Int") = error else { return #expect(Bool(false), "\(error as Any)") }
    }

    @Test func `H1 a stored value is there for the next property when nobody held it`() async throws {
        func write() async throws {
            @Shared(.fileStorage(URL(fileURLWithPath: "/a.json"))) var value = 0
            $value.withLock { $0 = 1 }
            $value.withLock { $0 = 2 }
            @Shared(.inMemory("a")) var memory = 0
            $memory.withLock { $0 = 3 }
        }
        try await write()
        @Shared(.fileStorage(URL(fileURLWithPath: "/a.json"))) var value = 0
        @Shared(.inMemory("a")) var memory = 0
        #expect(value == 2)
        #expect(memory == 3)
    }
}
