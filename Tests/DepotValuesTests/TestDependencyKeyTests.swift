import DepotTesting
import DepotValues
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client as a module declares it that has only the interface.
private struct InterfaceClient: Sendable {
    var fetch: @Sendable (Int) async throws -> String
    var count: @Sendable () -> Int
    var store: @Sendable (String) -> Void
    var remove: @Sendable (String) throws -> Void
    var onMain: @MainActor @Sendable (Int) -> Bool
}

private enum InterfaceKey: TestDependencyKey {
    static let testValue = InterfaceClient(
        fetch: unimplemented("fetch"), count: unimplemented("count", placeholder: 7), store: unimplemented("store"),
        remove: unimplemented("remove"), onMain: unimplemented("onMain", placeholder: true))
}

private enum NumberInterface: TestDependencyKey {
    static let testValue = 1
}

/// What the module of the implementation adds.
private enum ImplementedKey: TestDependencyKey {
    static let testValue = 1
}

extension ImplementedKey: DependencyKey {
    static let liveValue = 2
}

@Suite struct TestDependencyKeyTests {
    private func read<Key: TestDependencyKey>(_ key: Key.Type, in context: DependencyContext) -> Key.Value {
        withDependencies {
            $0.context = context
        } operation: {
            @Dependency(Key.self) var value
            return value
        }
    }

    @Test func `V12 a key without a live value has its test value in tests and previews`() {
        #expect(read(NumberInterface.self, in: .test) == 1)
        #expect(read(NumberInterface.self, in: .preview) == 1)
    }

    @Test func `V12 reading the live value of a key that has none is reported with the fix`() {
        let texts = reports { #expect(read(NumberInterface.self, in: .live) == 1) }
        #expect(texts.count == 1)
        let expected = """
            The key is a TestDependencyKey: the module that is linked has its interface alone. Do one of these:
              • link the module that has the live value
              • give it one: extension NumberInterface: DependencyKey { static var liveValue: Int { … } }
              • set one before anything reads it: prepareDependencies { $0[NumberInterface.self] = … }
            """
        #expect(texts.first?.contains(expected) == true)
        #expect(
            texts.first?.hasPrefix("Depot: a dependency has no live value, and live code has read it.\n  Key:   NumberInterface\n") == true)
    }

    @Test func `V12 a live value that another module adds is found, and an override is no read`() {
        #expect(read(ImplementedKey.self, in: .live) == 2)
        #expect(read(ImplementedKey.self, in: .test) == 1)
        let number = withDependencies {
            $0.context = .live
            $0[NumberInterface.self] = 5
        } operation: {
            @Dependency(NumberInterface.self) var value
            return value
        }
        #expect(number == 5)
    }
}

@Suite struct UnimplementedTests {
    @Dependency(InterfaceKey.self) private var client

    @Test func `V12 what is not implemented reports at the call and gives the placeholder`() {
        let texts = reports { #expect(client.count() == 7) }
        #expect(texts.count == 1)
        #expect(texts.first?.hasPrefix("Depot: a closure was called that is not implemented.\n  Name:  count\n") == true)
        #expect(texts.first?.contains("  Where: the unimplemented at DepotValuesTests/TestDependencyKeyTests.swift:21\n") == true)
        #expect(reports { client.store("a") }.count == 1)
        #expect(reports { #expect(throws: UnimplementedError.self) { try client.remove("a") } }.count == 1)
    }

    @Test func `V12 a closure that may throw throws, also an async one`() async {
        await withKnownIssue {
            await #expect(throws: UnimplementedError.self) { try await client.fetch(1) }
        }
    }

    @Test @MainActor func `V12 a closure of the main actor may be unimplemented`() {
        withKnownIssue { #expect(client.onMain(1)) }
    }
}

@Suite struct FurtherBuiltInsTests {
    @Test func `V10 the session and what opens URLs have no test value and can be overridden`() async {
        @Dependency(\.urlSession) var session
        @Dependency(\.openURL) var openURL
        #expect(reports { _ = session }.count == 1)
        #expect(reports { _ = openURL }.count == 1)
        let own = URLSession(configuration: .ephemeral)
        let (isOwn, isOpened) = await withDependencies {
            $0.urlSession = own
            $0.openURL = URLOpener { $0.scheme == "https" }
        } operation: {
            @Dependency(\.urlSession) var session
            @Dependency(\.openURL) var openURL
            return (session === own, await openURL(URL(filePath: "/")))
        }
        #expect(isOwn)
        #expect(!isOpened)
    }

    @Test func `V10 a clock is immediate by name`() async throws {
        try await withDependencies {
            $0.continuousClock = .immediate
            $0.suspendingClock = .immediate
        } operation: {
            @Dependency(\.continuousClock) var clock
            @Dependency(\.suspendingClock) var other
            try await clock.sleep(for: .seconds(1_000_000))
            try await other.sleep(for: .seconds(1_000_000))
        }
    }

    @Test func `V10 an entry point can tell that this is a test`() { #expect(isTesting) }
}
