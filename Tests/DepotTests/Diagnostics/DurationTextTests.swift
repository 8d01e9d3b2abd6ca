import Testing

@testable import Depot  // `Duration.written`, which decides on values alone.

@Suite struct DurationTextTests {
    @Test func `A duration has three digits and a unit`() {
        #expect(Duration.nanoseconds(12).written == "12 ns")
        #expect(Duration.nanoseconds(1_500).written == "1.5 µs")
        #expect(Duration.microseconds(41_234).written == "41.2 ms")
        #expect(Duration.milliseconds(250).written == "250 ms")
        #expect(Duration.seconds(2).written == "2 s")
    }
}
