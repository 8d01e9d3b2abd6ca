import DepotValues
import Foundation
import Testing

@Suite struct UUIDGeneratorTests {
    @Test func `A number makes a UUID`() {
        #expect(UUID(0).uuidString == "00000000-0000-0000-0000-000000000000")
        #expect(UUID(42).uuidString == "00000000-0000-0000-0000-00000000002A")
        #expect(UUID(0x0102_0304_0506).uuidString == "00000000-0000-0000-0000-010203040506")
        #expect(UUID(-1).uuidString == "00000000-0000-0000-0000-FFFFFFFFFFFF")
    }

    @Test func `Incrementing UUIDs count from 0, each generator by itself`() {
        let (a, b) = (UUIDGenerator.incrementing, UUIDGenerator.incrementing)
        #expect([a(), a(), b(), a()] == [UUID(0), UUID(1), UUID(0), UUID(2)])
    }

    @Test func `Incrementing UUIDs are given out once each to racing tasks`() async {
        let uuid = UUIDGenerator.incrementing
        let all = await withTaskGroup(of: UUID.self) { group in
            for _ in 0..<1_000 { group.addTask { uuid() } }
            return await group.reduce(into: Set<UUID>()) { $0.insert($1) }
        }
        #expect(all == Set((0..<1_000).map { UUID($0) }))
    }

    @Test func `A constant UUID stays`() {
        let uuid = UUIDGenerator.constant(UUID(3))
        #expect(uuid() == UUID(3))
        #expect(uuid() == UUID(3))
    }
}
