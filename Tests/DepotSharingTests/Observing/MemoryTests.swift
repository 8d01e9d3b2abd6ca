import DepotSharing
import DepotTesting
import Testing

@Suite struct MemoryTests {
    @Test func `H13 a million writes with nobody observing and no main run loop leave memory flat`() throws {
        let probe = try Probe("million")
        let text = probe.output()
        let grown = try #require(Int(text.split(separator: " ").dropFirst(2).first ?? ""))
        #expect(grown < 4096, "\(text)")
    }
}
