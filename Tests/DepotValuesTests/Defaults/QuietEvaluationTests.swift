import Depot
import DepotTesting
import DepotValues
import Testing

/// `$0.client.endpoint = …` evaluates the client's default and reports nothing; what that default made, started or escaped does.
@Suite struct QuietEvaluationTests {
    /// A client whose default takes something along that has a dependency without a test value.
    private struct Carrier: DependencyKey {
        var endpoint = ""
        var read: @Sendable () async -> String
        static var liveValue: Carrier { testValue }

        static var testValue: Carrier {
            let model = Model()
            return Carrier(read: { withDependencies(from: model) { Model().liveOnly } })
        }
    }

    private struct Starter: DependencyKey {
        var endpoint = ""
        let started: Task<String, Never>
        static var liveValue: Starter { testValue }
        static var testValue: Starter { Starter(started: Task { Model().liveOnly }) }
    }

    private struct Escaper: DependencyKey {
        var endpoint = ""
        let read: @Sendable () -> String
        static var liveValue: Escaper { testValue }

        static var testValue: Escaper {
            withEscapedDependencies { escaped in Escaper(read: { escaped.yield { Model().liveOnly } }) }
        }
    }

    private struct Model {
        @Dependency(\.liveOnly) var liveOnly
    }

    /// Runs an async operation and returns how many failures it reports.
    private func reported(_ operation: () async -> Void) async -> Int {
        let count = Locked(0)
        await withKnownIssue(isIntermittent: true) {
            await operation()
        } matching: { _ in
            count.withLock { $0 += 1 }
            return true
        }
        return count.withLock { $0 }
    }

    private func with<Key: DependencyKey, Result>(
        _ key: Key.Type, _ endpoint: any WritableKeyPath<Key.Value, String> & Sendable, _ operation: (Key.Value) async -> Result
    ) async -> Result {
        await withDependencies {
            $0[Key.self][keyPath: endpoint] = "x"
        } operation: {
            @Dependency(Key.self) var value
            return await operation(value)
        }
    }

    @Test func `V11 what the default carries on from a model it made is reported`() async {
        let count = await reported { await with(Carrier.self, \.endpoint) { _ = await $0.read() } }
        #expect(count == 1)
    }

    @Test func `V11 what a task reads that the default has started is reported`() async {
        let count = await reported { await with(Starter.self, \.endpoint) { _ = await $0.started.value } }
        #expect(count == 1)
    }

    @Test func `V11 what the default has escaped is reported`() async {
        let count = await reported { await with(Escaper.self, \.endpoint) { _ = $0.read() } }
        #expect(count == 1)
    }

    /// A default that reads, while it is made, what has no test value.
    private struct Eager: DependencyKey {
        var endpoint = ""
        let text: String
        static var liveValue: Eager { testValue }
        static var testValue: Eager { Eager(text: Model().liveOnly) }
    }

    @Test func `V7 the evaluation itself is quiet, on its thread until it returns, and the next reader is told`() async {
        let quiet = await reported { await with(Eager.self, \.endpoint) { _ = $0.text } }
        #expect(quiet == 0)
        let count = await reported {
            @Dependency(Eager.self) var eager
            _ = eager.text
        }
        #expect(count == 1)
    }

    @Test func `V11 values that leave an update closure are read like any others from then on`() async {
        let count = await reported {
            withDependencies {
                let values = $0
                #expect(values.liveOnly == "live")
                $0.client.fetch = { values.liveOnly }
            } operation: {
                @Dependency(\.client) var client
                _ = client.fetch()
            }
        }
        #expect(count == 1)
    }

    @Test func `V11 so are those that leave one that awaits`() async {
        let count = await reported {
            var left: DependencyValues?
            await withDependencies {
                await Task.yield()
                _ = $0.liveOnly
                left = $0
            } operation: {
            }
            _ = left?.liveOnly
        }
        #expect(count == 1)
    }
}
