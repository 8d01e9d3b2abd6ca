import DepotValues
import Testing

@Suite struct DependencyValuesTests {
    private let reader = Reader()

    @Test func `V1 an override is visible in the operation and gone after it`() {
        withDependencies {
            $0.number = 7
        } operation: {
            #expect(reader.number == 7)
        }
        #expect(reader.number == 2)
    }

    @Test func `V1 nested overrides merge, and the inner one wins`() {
        withDependencies {
            $0.number = 7
            $0.maybe = 8
        } operation: {
            withDependencies {
                $0.number = 9
            } operation: {
                #expect(reader.number == 9)
                #expect(reader.maybe == 8)
            }
            #expect(reader.number == 7)
        }
    }

    @Test func `V1 the last write in one closure wins, and sees the ones before it`() {
        withDependencies {
            $0.number = 7
            $0.number += 1
        } operation: {
            #expect(reader.number == 8)
        }
    }

    @Test func `V1 one endpoint can be changed alone`() {
        withDependencies {
            $0.client = Client(fetch: { "a" }, store: { "b" })
        } operation: {
            withDependencies {
                $0.client.fetch = { "c" }
            } operation: {
                @Dependency(\.client) var client
                #expect(client.fetch() == "c")
                #expect(client.store() == "b")
            }
        }
    }

    @Test func `V2 an optional overridden with nil is nil`() {
        #expect(reader.maybe == 2)
        withDependencies {
            $0.maybe = nil
        } operation: {
            #expect(reader.maybe == nil)
        }
        withDependencies {
            $0[MaybeKey.self] = nil
        } operation: {
            #expect(reader.maybe == nil)
        }
    }

    @Test func `V7 setting a value inside an update closure reports nothing`() {
        withDependencies {
            $0.client.fetch = { "mine" }
        } operation: {
            @Dependency(\.client) var client
            #expect(client.fetch() == "mine")
        }
    }

    @Test func `V7 what an update closure kept quiet is reported when somebody reads it`() {
        withDependencies {
            $0.client.fetch = { "mine" }
        } operation: {
        }
        @Dependency(\.client) var client
        #expect(reports { _ = client }.count == 1)
    }

    @Test func `V7 nor does a default that needs another one`() {
        withDependencies {
            $0.outer += "!"
        } operation: {
            @Dependency(\.outer) var outer
            #expect(outer == "live?!")
        }
        @Dependency(\.outer) var outer
        #expect(reports { _ = outer }.count == 1)
    }
}

private enum OuterKey: DependencyKey {
    static var liveValue: String { testValue }
    static var testValue: String {
        @Dependency(\.liveOnly) var inner
        return inner + "?"
    }
}

extension DependencyValues {
    fileprivate var outer: String {
        get { self[OuterKey.self] }
        set { self[OuterKey.self] = newValue }
    }
}
