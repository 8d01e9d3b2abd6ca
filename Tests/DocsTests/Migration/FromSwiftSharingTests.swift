import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Observation
import Synchronization
import Testing

// The right-hand side of Docs/Depot.docc/MigratingFromSwiftSharing.md, compiled and run; the last test compares the two.

// MARK: - A module

private struct Talk: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var title: String
}

private extension SharedKey where Self == FileStorageKey<[Talk]>.Default {
    static var talks: Self { Self[.fileStorage(.homeDirectory.appending(component: "talks.json")), default: []] }
}

private enum TalksModule {
    @MainActor @Observable
    final class TalksModel {
        @ObservationIgnored @Shared(.talks) var talks
        @ObservationIgnored @Shared(.appStorage("soundsOn")) var soundsOn = true

        func rename(_ id: Int, to title: String) {
            $talks[id: id]?.title.withLock { $0 = title }
        }

        var titles: [String] { $talks.elements.map { $0.wrappedValue.title } }
    }
}

private typealias TalksModel = TalksModule.TalksModel

extension UserDefaultsStorage {
    fileprivate static let suite = UserDefaultsStorage(UserDefaults(suiteName: "depot.docs.sharing")!)
}

@Suite struct FromSwiftSharingTests {
    struct Form: Equatable, Sendable {
        var phone = ""
        var note: String?
    }

    enum Phase: Equatable, Sendable {
        case signedOut
        case signedIn(name: String)

        var name: String? {
            get { if case .signedIn(let name) = self { name } else { nil } }
            set { self = newValue.map { .signedIn(name: $0) } ?? .signedOut }
        }
    }

    struct PhoneStep: Sendable {
        @Shared var phone: String
        init(phone: Shared<String>) { _phone = phone }
    }

    struct Draft: Sendable {
        @Shared var text: String
        init(text: String) { _text = Shared(value: text) }
    }

    struct Badge: Sendable { @SharedReader(.inMemory("count")) var count = 0 }
    struct Nickname: Sendable { @Shared(.appStorage("nickname")) var name: String? }

    struct EnvironmentKey: SharedReaderKey {
        let name: String
        var id: String { "environment \(name)" }

        func load(context: LoadContext, continuation: LoadContinuation<String>) {
            continuation.resume(returning: ProcessInfo.processInfo.environment[name])  // nil: nothing is stored
        }

        func subscribe(subscriber: SharedSubscriber<String>) -> SharedSubscription { SharedSubscription {} }
    }

    @Test @MainActor func `a talk is renamed`() {
        @Shared(.talks) var talks = [Talk(id: 1, title: "Opening"), Talk(id: 2, title: "Q and A")]
        let model = TalksModel()
        model.rename(2, to: "Questions")
        #expect(model.titles == ["Opening", "Questions"])
        #expect(talks.last?.title == "Questions")
    }

    @Test func `Naming, reading, writing`() {
        @Shared(.inMemory("count")) var count = 0
        $count.withLock { $0 += 1 }
        #expect(Badge().count == 1)
        let reader = SharedReader($count)
        #expect(reader.wrappedValue == 1)
        #expect(SharedReader(value: 42).wrappedValue == 42)
        #expect(Nickname().name == nil)
        #expect(Draft(text: "Dear").text == "Dear")
    }

    @Test func `Parts, optionals and elements`() {
        @Shared(.inMemory("form")) var form = Form()
        let step = PhoneStep(phone: $form.phone)
        step.$phone.withLock { $0 = "555" }
        let length: SharedReader<Int> = $form.phone.count
        #expect(length.wrappedValue == 3)
        #expect(Shared($form.note) == nil)
        $form.note.withLock { $0 = "call" }
        #expect(Shared($form.note)?.wrappedValue == "call")
        #expect(SharedReader(SharedReader($form).note)?.wrappedValue == "call")
    }

    @Test func `Loading, saving and turning to another key`() async throws {
        @Shared(.fileStorage(URL(filePath: "/a.json"))) var talks: [Talk] = []
        try await $talks.load()
        try await $talks.load(.fileStorage(URL(filePath: "/b.json")))
        try await $talks.save()
        #expect($talks.loadError == nil && $talks.saveError == nil && !$talks.isLoading)
        $talks = Shared(.talks)
        #expect(talks.isEmpty)
        let error = await #expect(throws: SharedError.self) {
            try await Shared<[Talk]>(require: .fileStorage(URL(filePath: "/none.json")))
        }
        let isMissing = if case .nothingStored? = error { true } else { false }
        #expect(isMissing)
    }

    @Test func `A case of an enumeration`() {
        @Shared(.inMemory("phase")) var phase = Phase.signedIn(name: "Blob")
        Shared($phase.name)?.withLock { $0 = "Ada" }
        #expect(phase == .signedIn(name: "Ada"))
        $phase.withLock { $0 = .signedOut }
        #expect(Shared($phase.name) == nil)
    }

    @Test func `A file in another format`() async throws {
        let file = URL(filePath: "/words.txt")
        let decode: @Sendable (Data) throws -> [String] = { String(decoding: $0, as: UTF8.self).split(separator: " ").map(String.init) }
        let encode: @Sendable ([String]) throws -> Data = { Data($0.joined(separator: " ").utf8) }
        @Shared(.fileStorage(file, decode: decode, encode: encode)) var words: [String] = []
        $words.withLock { $0 = ["to", "be"] }
        try await $words.save()
        @Dependency(\.defaultFileStorage) var files
        #expect(try files.data(at: file) == Data("to be".utf8))
        @Shared(
            .fileStorage(
                file, decode: { @Sendable in try decode($0) }, encode: { @Sendable in try encode($0) })) var again: [String] = []
        #expect(again == ["to", "be"])
    }

    @Test func `Following`() async {
        @Shared(.inMemory("steps")) var steps = 0
        var seen: [Int] = []
        for await value in $steps.values {
            seen.append(value)
            if value == 2 { break }
            $steps.withLock { $0 += 1 }
        }
        #expect(seen == [0, 1, 2])
    }

    @Test func `Stores`() {
        withDependencies {
            $0.defaultAppStorage = .inMemory()
            $0.defaultFileStorage = .inMemory([URL(filePath: "/a.json"): Data("[]".utf8)])
            $0.defaultInMemoryStorage = InMemoryStorage()
        } operation: {
            @Dependency(\.defaultFileStorage) var files
            #expect((try? files.data(at: URL(filePath: "/a.json"))) == Data("[]".utf8))
        }
        withDependencies {
            $0.defaultFileStorage = .disk
        } operation: {
            @Dependency(\.defaultFileStorage) var files
            #expect(files === FileStorage.disk)
        }
        UserDefaultsStorage.suite.set(nil, forKey: "size")
        @Shared(.appStorage("size", store: .suite)) var size = 3
        #expect(size == 3)
    }

    @Test func `Stores are prepared at start-up`() {
        let store = UserDefaultsStorage.inMemory()
        store.set(7, forKey: "launches")
        prepareDependencies { $0.defaultAppStorage = store }
        @Shared(.appStorage("launches")) var launches = 0
        #expect(launches == 7)
    }

    @Test func `A key of one's own`() {
        @SharedReader(EnvironmentKey(name: "DEPOT_NO_SUCH_VARIABLE")) var value = "default"
        #expect(value == "default")
    }

    @Test func `The guide has no code that is not here`() throws {
        let traps = ["FromSwiftSharingTrapsTests.swift"]
        try expectExamples(of: "Docs/Depot.docc/MigratingFromSwiftSharing.md", atLeast: 6, alsoIn: traps)
        try expectTables(of: "Docs/Depot.docc/MigratingFromSwiftSharing.md", atLeast: 30, alsoIn: traps)
    }
}
