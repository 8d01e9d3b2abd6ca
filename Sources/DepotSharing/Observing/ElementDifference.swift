internal import Foundation

/// Which elements a change of a collection may have changed.
///
/// Elements whose bytes are the same are the same: those that a write has not touched are, as the collection was copied. So ten thousand
/// elements are compared in the time that copying them takes; what differs is left to `==` of the elements.
struct ElementDifference<Whole: RandomAccessCollection & Sendable> where Whole.Element: Sendable {
    /// The elements before and after, position by position where the count is the same.
    private(set) var pairs: [(before: Whole.Element?, after: Whole.Element?)] = []
    /// The offsets of those pairs, where the count is the same.
    private(set) var offsets: [Int] = []
    /// Whether elements were added or removed, or the whole is missing.
    let changesCount: Bool
    /// How many elements at the start are the same.
    let prefix: Int

    init(_ change: Change<Whole>) {
        guard let before = change.before, let after = change.after else {
            changesCount = true
            prefix = 0
            pairs = (change.before.map(Array.init) ?? []).map { ($0, nil) } + (change.after.map(Array.init) ?? []).map { (nil, $0) }
            return
        }
        let common = Swift.min(before.count, after.count)
        changesCount = before.count != after.count
        guard changesCount else {
            prefix = common
            offsets = Self.bytes(before, after) { Bytes.differing($0, $1, count: common) } ?? Array(0..<common)
            pairs = offsets.map { (before.element(at: $0), after.element(at: $0)) }
            return
        }
        let start = Self.prefix(before, after)
        prefix = start
        let end = Self.bytes(before, after) { Bytes.commonSuffix($0, $1, count: common - start) } ?? 0
        pairs =
            before.dropFirst(start).dropLast(end).map { ($0, nil) } + after.dropFirst(start).dropLast(end).map { (nil, $0) }
    }

    /// How many elements at the start of two collections are the same.
    static func prefix(_ before: Whole, _ after: Whole) -> Int {
        let common = Swift.min(before.count, after.count)
        let same = bytes(before, after) { Bytes.commonPrefix($0, $1, count: common) } ?? 0
        // Where the bytes differ the elements may still be equal.
        return zip(before.dropFirst(same), after.dropFirst(same)).prefix { !differ($0, $1) }.count + same
    }

    /// Gives the bytes of both collections to a closure; nil where they are not in one piece.
    private static func bytes<Result>(
        _ before: Whole, _ after: Whole, _ body: (Bytes<Whole.Element>, Bytes<Whole.Element>) -> Result
    ) -> Result? {
        let found = before.withContiguousStorageIfAvailable { before in
            after.withContiguousStorageIfAvailable { after in body(Bytes(of: before), Bytes(of: after)) }
        }
        return found ?? nil
    }
}

/// The memory of a collection's elements, to be compared byte by byte.
private struct Bytes<Element> {
    private let bytes: UnsafeRawBufferPointer
    private let count: Int
    private static var stride: Int { MemoryLayout<Element>.stride }

    init(of elements: UnsafeBufferPointer<Element>) {
        bytes = UnsafeRawBufferPointer(elements)
        count = elements.count
    }

    /// Whether some elements are the same in two memories.
    private static func isSame(_ a: Bytes, from start: Int, _ b: Bytes, from other: Int, count: Int) -> Bool {
        guard count > 0, let a = a.bytes.baseAddress, let b = b.bytes.baseAddress else { return true }
        return memcmp(a + start * stride, b + other * stride, count * stride) == 0
    }

    /// The offsets at which two memories differ.
    static func differing(_ a: Bytes, _ b: Bytes, count: Int) -> [Int] {
        var found: [Int] = []
        var pending = [0..<count]
        while let range = pending.popLast() {
            if isSame(a, from: range.lowerBound, b, from: range.lowerBound, count: range.count) { continue }
            if range.count == 1 {
                found.append(range.lowerBound)
                continue
            }
            let middle = range.lowerBound + range.count / 2
            pending.append(middle..<range.upperBound)
            pending.append(range.lowerBound..<middle)
        }
        return found
    }

    /// How many elements are the same at the start.
    static func commonPrefix(_ a: Bytes, _ b: Bytes, count: Int) -> Int {
        common(count) { done, more in isSame(a, from: done, b, from: done, count: more) }
    }

    /// How many elements are the same at the end.
    static func commonSuffix(_ a: Bytes, _ b: Bytes, count: Int) -> Int {
        common(count) { done, more in isSame(a, from: a.count - done - more, b, from: b.count - done - more, count: more) }
    }

    /// The greatest number for which all are the same, by halves.
    private static func common(_ count: Int, _ isSame: (_ done: Int, _ more: Int) -> Bool) -> Int {
        var done = 0
        var left = count
        while left > 0 {
            let half = (left + 1) / 2
            if isSame(done, half) {
                done += half
                left -= half
            } else {
                left = half - 1
            }
        }
        return done
    }
}
