import Testing

@testable import DepotValues

@Suite struct DefaultCacheTests {
    private func slot(_ number: Int) -> DefaultSlot {
        // An address of no type; a cache only compares it.
        DefaultSlot(unsafeBitCast(UInt(number + 1) * 16, to: ObjectIdentifier.self), .live)
    }

    private func site(_ line: UInt = #line) -> ReadSite { ReadSite(fileID: #fileID, filePath: #filePath, line: line) }

    @Test func `V5 the first default stays, whoever comes second`() {
        let cache = DefaultCache(context: .live)
        let (first, second) = (DefaultValue(1), DefaultValue(2))
        #expect(cache.insert(first, in: slot(0), isRead: false) === first)
        #expect(cache.insert(second, in: slot(0), isRead: false) === first)
        #expect(cache.find(slot(0))?.takeUnretainedValue() === first)
    }

    @Test func `A cache grows, and is read meanwhile`() async {
        let cache = DefaultCache(context: .live)
        let entries = (0..<2_000).map { DefaultValue($0) }
        let slots = entries.indices.map(slot)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for (slot, entry) in zip(slots, entries) {
                        if let found = cache.find(slot)?.takeUnretainedValue(), found !== entry { return false }
                        if cache.insert(entry, in: slot, isRead: false) !== entry { return false }
                        if cache.find(slot)?.takeUnretainedValue() !== entry { return false }
                    }
                    return true
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test func `V8 a value can be prepared until somebody reads it`() {
        let cache = DefaultCache(context: .live)
        let unread = DefaultValue(1, isUnread: true)
        _ = cache.insert(unread, in: slot(0), isRead: false)
        let prepared = DefaultValue(2, prepared: site())
        #expect(cache.prepare(prepared, in: slot(0)) == nil)
        #expect(cache.settle(slot(0), isRead: true) === prepared)
        #expect(cache.prepare(DefaultValue(3, prepared: site()), in: slot(0)) === prepared)

        let other = DefaultValue(1, isUnread: true)
        _ = cache.insert(other, in: slot(1), isRead: false)
        #expect(cache.settle(slot(1), isRead: true) === other)
        #expect(cache.prepare(prepared, in: slot(1)) === other)
    }

    @Test func `V8 a value is prepared in place of one of many that nobody has read, and the others stay`() {
        let cache = DefaultCache(context: .live)
        let entries = (0..<12).map { DefaultValue($0, isUnread: true) }
        for (index, entry) in entries.enumerated() { _ = cache.insert(entry, in: slot(index), isRead: false) }
        let prepared = DefaultValue(100, prepared: site())
        #expect(cache.prepare(prepared, in: slot(5)) == nil)
        for (index, entry) in entries.enumerated() {
            #expect(cache.find(slot(index))?.takeUnretainedValue() === (index == 5 ? prepared : entry))
        }
    }

    @Test func `V8 the context can be prepared once`() {
        let cache = DefaultCache(context: .live)
        #expect(cache.context == .live)
        #expect(cache.prepare(.preview))
        #expect(!cache.prepare(.live))
        #expect(cache.context == .preview)
    }
}
