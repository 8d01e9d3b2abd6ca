import Depot
import Testing

/// A type that is registered for several lists of arguments, among many other types.
@Suite struct ArgumentKeysTests {
    private struct Text: Sendable {
        let value: String
    }

    /// A type for each depth of itself.
    private struct Nested<Content>: Sendable {}

    private static func registerOthers<Content>(_ type: Content.Type, _ count: Int, in container: Container) {
        container.register(Nested<Content>.self) { _ in Nested() }
        if count > 1 { registerOthers(Nested<Content>.self, count - 1, in: container) }
    }

    private static func registerTexts(in container: Container, _ mark: String = "") {
        container.register(Text.self) { (_, number: Int) in Text(value: "\(mark)int \(number)") }
        container.register(Text.self) { _ in Text(value: mark + "plain") }
        container.register(Text.self) { (_, word: String) in Text(value: "\(mark)string \(word)") }
        container.register(Text.self) { (_, word: String, number: Int) in Text(value: "\(mark)both \(word) \(number)") }
    }

    private static func texts(from container: Container) -> [String] {
        [
            container.resolve(Text.self).value, container.resolve(Text.self, arguments: 1).value,
            container.resolve(Text.self, arguments: "a").value, container.resolve(Text.self, arguments: "a", 1).value,
        ]
    }

    private static let expected = ["plain", "int 1", "string a", "both a 1"]

    @Test func `each list of arguments has a registration of its own, whatever else is registered before and behind`() throws {
        for count in [1, 6, 7, 8, 20, 40] {
            let container = Container()
            Self.registerOthers(Int.self, count, in: container)
            Self.registerTexts(in: container)
            for _ in 0..<3 { #expect(Self.texts(from: container) == Self.expected) }
            Self.registerOthers(String.self, 60 - count, in: container)
            for _ in 0..<3 { #expect(Self.texts(from: container) == Self.expected) }
            #expect(throws: ResolutionError.self) { try container.tryResolve(Text.self, arguments: 1.5) }
            try container.validate()
        }
    }

    @Test func `one that is registered again, or in a child, takes the place of that alone`() {
        let container = Container()
        Self.registerTexts(in: container)
        let child = Container(parent: container)
        for _ in 0..<3 { #expect(Self.texts(from: child) == Self.expected) }
        child.register(Text.self) { (_, word: String) in Text(value: "child's \(word)") }
        container.register(Text.self) { (_, number: Int) in Text(value: "again \(number)") }
        for _ in 0..<3 {
            #expect(Self.texts(from: child) == ["plain", "again 1", "child's a", "both a 1"])
            #expect(Self.texts(from: container) == ["plain", "again 1", "string a", "both a 1"])
        }
    }

    @Test func `C9 an argument that is not equal to itself is never found again`() {
        let container = Container()
        let made = Counter()
        container.register(Text.self, .singleton) { (_, number: Double) in
            made.increment()
            return Text(value: "\(number)")
        }
        for number in [1.5, .nan, 1.5, .nan] { _ = container.resolve(Text.self, arguments: number) }
        #expect(made.value == 3)
    }

    @Test func `C5: who resolves with arguments while others are registered gets its own`() {
        let rounds = stressRounds(debug: 30, release: 300)
        for _ in 0..<rounds {
            let container = Container()
            container.register(Text.self) { (_, number: Int) in Text(value: "int \(number)") }
            race(3) { _, thread in
                if thread == 0 {
                    container.register(Text.self) { (_, word: String) in Text(value: "string \(word)") }
                    Self.registerOthers(Int.self, 20, in: container)
                    container.register(Text.self) { _ in Text(value: "plain") }
                    container.register(Text.self) { (_, word: String, number: Int) in Text(value: "both \(word) \(number)") }
                    return
                }
                for number in 0..<50 {
                    let value = container.resolve(Text.self, arguments: number).value
                    if value != "int \(number)" { Issue.record("\(value) for \(number)") }
                }
            }
            #expect(Self.texts(from: container) == Self.expected)
        }
    }
}
