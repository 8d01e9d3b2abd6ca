import Depot
import Testing

/// What is decorated and has to be awaited, itself or by what it stands for.
@Suite struct AsyncDecoratorTests {
    private let container = Container()

    init() {
        container.registerAsync(Words.self) { _ in
            await Task.yield()
            return Words("words")
        }
        container.registerAsync(Mark.self) { _ in Mark() }
        container.register(MainMark.self, using: MainMark.init)
    }

    @Test func `C11 a function that decorates an async service awaits what it takes`() async throws {
        container.decorate(Words.self, using: { (base: Words, _: Mark, _: [MainMark]) in Words("<\(base.text)>") })
        try container.validate()
        #expect(try await container.resolveAsync(Words.self).text == "<words>")
    }

    @Test func `C11 C14 a main-actor function decorates an async service that is awaited off the main actor`() async throws {
        container.decorate(Words.self, using: decoratedOnMain)
        try container.validate()
        let child = Container(parent: container)
        child.decorate(Words.self) { base, _ in Words("<\(base.text)>") }
        #expect(try await container.resolveAsync(Words.self).text == "[words]")
        #expect(try await child.resolveAsync(Words.self).text == "<[words]>")
        let onMain = try await MainActor.run { [container] in Task { try await container.resolveAsync(Words.self).text } }.value
        #expect(onMain == "[words]")
    }

    @Test func `C11 C14 a main-actor closure decorates an async service that is awaited off the main actor`() async throws {
        container.register(MainMark.self, name: "sync", onMainActor: { _ in MainMark() })
        container.decorate(
            Words.self,
            onMainActor: { base, r in
                MainActor.assertIsolated()
                _ = try r.resolve(MainMark.self, name: "sync")
                return Words("[\(base.text)]")
            })
        let child = Container(parent: container)
        child.decorate(Words.self, onMainActor: { base, _ in Words("<\(base.text)>") })
        #expect(try await container.resolveAsync(Words.self).text == "[words]")
        #expect(try await child.resolveAsync(Words.self).text == "<[words]>")
    }

    @Test func `C11 C12 a child decorates its parent's alias of an async service`() async throws {
        container.alias((any Texted).self, to: Words.self) { $0 }
        let child = Container(parent: container)
        child.decorate((any Texted).self) { base, _ in Words("<\(base.text)>") }
        try child.validate()
        #expect(try await child.resolveAsync((any Texted).self).text == "<words>")
    }

    @Test func `C11 C12 a decorated alias is awaited where what it stands for is, and validate() knows`() async throws {
        container.alias((any Texted).self, to: Words.self, file: #fileID, line: 1) { $0 }
        container.decorate((any Texted).self) { base, _ in Words("<\(base.text)>") }
        try container.validate()
        #expect(try await container.resolveAsync((any Texted).self).text == "<words>")
        container.register(NeedsTexted.self, using: NeedsTexted.init)
        let container = container
        let error = #expect(throws: ValidationError.self) { try container.validate() }
        #expect(error?.problems.map(\.kind) == [.asyncNeededBySync])
        await #expect(throws: ResolutionError.self) { try await container.resolveAsync(NeedsTexted.self) }
    }
}

private protocol Texted: Sendable {
    var text: String { get }
}

private final class Words: Texted {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

private final class Mark: Sendable {}

@MainActor private final class MainMark {
    init() {}
}

private final class NeedsTexted: Sendable {
    init(_ texted: any Texted) {}
}

@MainActor private func decoratedOnMain(_ mark: MainMark, _ base: Words) -> Words { Words("[\(base.text)]") }
