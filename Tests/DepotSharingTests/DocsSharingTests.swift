import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Testing

// The code of Docs/Depot.docc/SharedState.md, compiled and run; the last test compares the two.

struct Meeting: Codable, Equatable, Sendable { var title: String }

struct Form: Equatable, Sendable {
    var phone = ""
    var note: String?
}

struct TooMany: Error {}

extension URL {
    static var meetingsURL: URL { URL(fileURLWithPath: "/meetings.json") }
}

struct Settings: Sendable {
    @Shared(.appStorage("soundsOn")) var soundsOn = true
    @Shared(.fileStorage(.meetingsURL)) var meetings: [Meeting] = []
    @Shared(.inMemory("events")) var events: [String] = []
}

func toggleSounds(_ settings: Settings) {
    settings.$soundsOn.withLock { $0.toggle() }
}

func book(_ meeting: Meeting, in settings: Settings) throws {
    try settings.$meetings.withLock { meetings in
        meetings.append(meeting)
        if meetings.count > 3 { throw TooMany() }
    }
}

struct Persisted: Sendable {
    @Shared(.appStorage("launches")) var launches = 0
}

struct Owned: Sendable {
    @Shared var draft: String

    init(draft: String) { _draft = Shared(value: draft) }
}

struct PassedIn: Sendable {
    @Shared var draft: String

    init(draft: Shared<String>) { _draft = draft }
}

struct Player: Sendable {
    @Shared var name: String

    init(name: String) { _name = Shared(wrappedValue: name, .appStorage("name")) }
}

extension SharedKey where Self == FileStorageKey<[Meeting]>.Default {
    static var meetings: Self { Self[.fileStorage(.meetingsURL), default: []] }
}

struct Calendar: Sendable {
    @Shared(.meetings) var meetings
}

func parts() {
    @Shared(.inMemory("sign-up")) var form = Form()
    let phone: Shared<String> = $form.phone
    phone.withLock { $0 = "555" }
    let reader = SharedReader($form)
    let note: Shared<String>? = Shared($form.note)
    print(reader.wrappedValue.phone, note?.wrappedValue ?? "no note")
}

struct Todo: Codable, Identifiable, Sendable {
    let id: Int
    var title: String
}

func finish(_ id: Int, in todos: Shared<[Todo]>) {
    todos[id: id]?.title.withLock { $0 += " ✓" }
    for todo in todos.elements { print(todo.wrappedValue.title) }
}

func turnTo(_ url: URL, _ settings: Settings) async {
    do {
        try await settings.$meetings.load(.fileStorage(url))
        try await settings.$meetings.save()
    } catch {
        print(error, settings.$meetings.isLoading)
    }
}

func follow(_ settings: Settings) async {
    for await isOn in settings.$soundsOn.values { print(isOn ? "on" : "off") }
}

struct Report: Encodable {
    let title: String
    @Shared var total: Int

    enum CodingKeys: String, CodingKey { case title, total }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
        try container.encode(total, forKey: .total)
    }
}

func readsWhatIsStored() {
    let storage = FileStorage.inMemory([.meetingsURL: Data(#"[{"title":"Stand-up"}]"#.utf8)])
    withDependencies {
        $0.defaultFileStorage = storage
    } operation: {
        #expect(Settings().meetings == [Meeting(title: "Stand-up")])
    }
}

struct EnvironmentKey: SharedReaderKey {
    let name: String
    var id: String { "environment \(name)" }

    func load(context: LoadContext, continuation: LoadContinuation<String>) {
        continuation.resume(returning: ProcessInfo.processInfo.environment[name])
    }

    func subscribe(subscriber: SharedSubscriber<String>) -> SharedSubscription { SharedSubscription {} }
}

func exitOnTermination() -> any DispatchSourceSignal {
    signal(SIGTERM, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
    source.setEventHandler { exit(0) }
    source.activate()
    return source
}

@Suite struct DocsSharingTests {
    @Test func `H3 a booking that throws changes nothing`() throws {
        let settings = Settings()
        toggleSounds(settings)
        #expect(!settings.soundsOn)
        for number in 1...3 { try book(Meeting(title: "\(number)"), in: settings) }
        #expect(throws: TooMany.self) { try book(Meeting(title: "4"), in: settings) }
        #expect(settings.meetings.count == 3)
        #expect(Calendar().meetings.count == 3)
    }

    @Test func `H1 the three kinds of initializer`() {
        #expect(Persisted().launches == 0)
        let owned = Owned(draft: "a")
        let passed = PassedIn(draft: owned.$draft)
        passed.$draft.withLock { $0 = "b" }
        #expect(owned.draft == "b")
        #expect(Player(name: "Ann").name == "Ann")
    }

    @Test func `H4 parts`() {
        parts()
        @Shared(.inMemory("sign-up")) var form = Form()
        #expect(form.phone == "555")
    }

    @Test func `H5 another file`() async {
        let settings = Settings()
        await turnTo(URL(fileURLWithPath: "/other.json"), settings)
        #expect(settings.$meetings.loadError == nil)
    }

    @Test func `H11 following ends with its task`() async {
        let settings = Settings()
        let task = Task { await follow(settings) }
        task.cancel()
        await task.value
    }

    @Test func `H12 a type with a shared property is encoded by its value`() throws {
        let report = Report(title: "May", total: Shared(value: 3))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(report), as: UTF8.self) == #"{"title":"May","total":3}"#)
    }

    @Test func `H14 a test finds what it puts there`() { readsWhatIsStored() }

    @Test func `H1 a store of one's own`() {
        @SharedReader(EnvironmentKey(name: "PATH")) var path = "none"
        #expect(path == ProcessInfo.processInfo.environment["PATH"])
    }

    @Test func `Every example in the guide is in this file`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let guide = try String(contentsOf: root.appending(path: "Docs/Depot.docc/SharedState.md"), encoding: .utf8)
        let here = squeezed(try String(contentsOf: URL(filePath: #filePath), encoding: .utf8))
        let blocks = guide.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        #expect(blocks.count >= 11)
        for block in blocks { #expect(here.contains(squeezed(block)), "Only in the guide:\n\(block)") }
    }

    private func squeezed(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
