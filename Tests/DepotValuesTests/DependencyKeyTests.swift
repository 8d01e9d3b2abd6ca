import DepotTesting
import DepotValues
import Testing

@Suite struct DependencyKeyTests {
    private struct LivePreview: DependencyKey {
        static let liveValue = LivePreview()
    }

    private enum TestPreview: DependencyKey {
        static let liveValue = "live"
        static let testValue = "test"
    }

    private func read<Key: DependencyKey>(_ key: Key.Type, in context: DependencyContext) -> Key.Value {
        withDependencies {
            $0.context = context
        } operation: {
            @Dependency(Key.self) var value
            return value
        }
    }

    @Test func `V6 each context has its own default, and they never mix`() {
        for _ in 0..<2 {
            #expect(read(NumberKey.self, in: .live) == 1)
            #expect(read(NumberKey.self, in: .test) == 2)
            #expect(read(NumberKey.self, in: .preview) == 3)
        }
    }

    @Test func `V6 the preview value falls back to the test value`() {
        #expect(read(TestPreview.self, in: .preview) == "test")
    }

    @Test func `V6 the preview value falls back to the live value, and reports nothing`() {
        #expect(read(LiveOnlyKey.self, in: .preview) == "live")
        _ = read(LivePreview.self, in: .preview)
    }

    @Test func `V6 a missing test value fails the test, once, with the key, the type, the line and the way out`() {
        @Dependency(\.liveOnly) var liveOnly
        let line = #line - 1
        let first = reports { #expect(liveOnly == "live") }
        #expect(first == [missing("LiveOnlyKey", "String", "DependencyKeyTests.swift", line: line)])
        let second = reports { _ = liveOnly }
        #expect(second == [])
    }

    @Test func `V6 once in each test means in this one too`() {
        @Dependency(\.liveOnly) var liveOnly
        #expect(reports { _ = liveOnly }.count == 1)
    }

    @Test func `V6 a test value that was asked for directly is reported without a line`() {
        let texts = reports { _ = LiveOnlyKey.testValue }
        #expect(texts.count == 1)
        #expect(texts.first?.contains("Read:  LiveOnlyKey.testValue, asked for directly\n") == true)
    }
}
