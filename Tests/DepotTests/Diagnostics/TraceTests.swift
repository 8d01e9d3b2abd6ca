import Depot
import Testing

@Suite struct TraceTests {
    private static func shape(_ trace: Trace) -> [String] {
        trace.steps.map { step in
            let outcome =
                switch step.outcome {
                case .created: "created"
                case .found: "found"
                case .failed(let what): what
                }
            return String(repeating: "  ", count: step.depth) + "\(step.name) \(outcome)"
        }
    }

    @Test func `A trace is the tree of what an operation resolved`() {
        let container = loginContainer()
        let (login, trace) = container.trace { container.resolve((any GraphLogin).self) }
        #expect(login is DefaultGraphLogin)
        #expect(
            Self.shape(trace) == ["any GraphLogin created", "  any GraphTokens created", "    any GraphNetwork created"])
        #expect(trace.steps.allSatisfy { $0.duration >= .zero })
        #expect(trace.steps[0].duration >= trace.steps[1].duration)
        #expect(Self.shape(container.trace { container.resolve((any GraphTokens).self) }.trace) == ["any GraphTokens found"])
    }

    @Test func `It follows what is awaited, and child tasks, and nobody else`() async throws {
        let container = loginContainer()
        let other = Task.detached { for _ in 0..<100 { _ = container.resolve((any GraphNetwork).self) } }
        let (_, trace) = try await container.trace { () async throws in
            async let database = container.resolveAsync(GraphDatabase.self)
            _ = try await database
        }
        await other.value
        let names = trace.steps.map { "\($0.depth) \($0.name)" }
        #expect(names == ["0 GraphDatabase", "1 any GraphNetwork"])
    }

    @Test func `A failure has its place in the tree`() {
        let container = Container()
        container.register(Int.self) { r in try r.resolve(String.self).count }
        container.register(String.self) { _ in throw Failure() }
        let (_, trace) = container.trace { try? container.tryResolve(Int.self) }
        #expect(
            Self.shape(trace) == [
                "Int The factory of String threw: Failure(reason: \"no\")", "  String The factory of String threw: Failure(reason: \"no\")",
            ])
    }

    @Test func `It reads as an indented tree`() throws {
        let container = Container()
        container.register(Keychain.self, .singleton, using: Keychain.init)
        container.register(UserSession.self) { r in
            _ = try r.resolve(Keychain.self)
            return UserSession()
        }
        container.register(String.self) { _ in throw Failure(reason: "none") }
        container.register(Int.self) { r in
            _ = try r.resolve(UserSession.self)
            _ = try? r.resolve(String.self)
            return 1
        }
        _ = container.resolve(Keychain.self)
        let (_, trace) = container.trace {
            _ = container.resolve(Int.self)
            _ = container.resolve(Keychain.self)
        }
        let time = try Regex("[0-9.]+ (ns|µs|ms|s)($|:)")
        let lines = "\(trace)".split(separator: "\n").map { line in line.replacing(time) { "41 µs\($0.output[2].substring ?? "")" } }
        #expect(
            lines.joined(separator: "\n") == """
                Int  transient  created in 41 µs
                ├─ UserSession  transient  created in 41 µs
                │  └─ Keychain  singleton  found in 41 µs
                └─ String  failed after 41 µs: The factory of String threw: Failure(reason: "none")
                Keychain  singleton  found in 41 µs
                """)
    }
}
