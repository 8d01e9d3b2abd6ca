import DepotValues
import Testing

@testable import RequestScopes

/// After https://www.w3.org/TR/trace-context/.
@Suite struct TraceParentTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let span = "00f067aa0ba902b7"

    @Test(arguments: [("00", false), ("01", true), ("02", false), ("03", true), ("fe", false), ("ff", true)])
    func `a traceparent is read, and of its flags that for sampled`(flags: String, isSampled: Bool) throws {
        let parent = try #require(TraceParent(header: "00-\(Self.trace)-\(Self.span)-\(flags)"))
        #expect("\(parent.trace)" == Self.trace)
        #expect("\(parent.span)" == Self.span)
        #expect(parent.isSampled == isSampled)
        #expect(parent.header == "00-\(Self.trace)-\(Self.span)-\(isSampled ? "01" : "00")")
    }

    @Test(arguments: [
        "00-00000000000000000000000000000001-0000000000000001-00",
        "00-ffffffffffffffffffffffffffffffff-ffffffffffffffff-01",
        "00-80000000000000000000000000000000-8000000000000000-01",
    ])
    func `ids at the ends of their range are read and written`(header: String) {
        #expect(TraceParent(header: header)?.header == header)
    }

    private static let malformed: [(header: String, why: String)] = [
        ("", "nothing"),
        ("00", "a version only"),
        ("00-\(trace)-\(span)", "no flags"),
        ("00-\(trace)-\(span)-", "empty flags"),
        ("00-\(trace)-\(span)-1", "half the flags"),
        ("00-\(trace)-\(span)-001", "too long flags"),
        ("00-\(trace)-\(span)-0g", "flags that are no number"),
        ("00-\(trace)-\(span)-0A", "flags in uppercase"),
        ("00-\(trace)-\(span)-01-", "a dash after version 00"),
        ("00-\(trace)-\(span)-01-more", "more after version 00"),
        ("00-\(trace)-\(span)-01,00-\(trace)-\(span)-01", "two headers"),
        ("00-\(trace)-\(span)-01, 00-\(trace)-\(span)-01", "two headers, joined"),
        ("01-\(trace)-\(span)-01, 00-\(trace)-\(span)-01", "two headers, the first of a later version"),
        ("0-\(trace)-\(span)-01", "half a version"),
        ("000-\(trace)-\(span)-01", "a too long version"),
        ("0x-\(trace)-\(span)-01", "a version that is no number"),
        ("+1-\(trace)-\(span)-01", "a version with a sign"),
        ("FE-\(trace)-\(span)-01", "a version in uppercase"),
        ("-\(trace)-\(span)-01", "no version"),
        ("00-\(trace.dropLast())-\(span)-01", "a trace id that is too short"),
        ("00-\(trace)0-\(span)-01", "a trace id that is too long"),
        ("00-\(trace.uppercased())-\(span)-01", "a trace id in uppercase"),
        ("00-+bf92f3577b34da6a3ce929d0e0e4736-\(span)-01", "a trace id with a sign"),
        ("00-4bf92f3577b34da6a3ce929d0e0e473g-\(span)-01", "a trace id that is no number"),
        ("00-٤bf92f3577b34da6a3ce929d0e0e4736-\(span)-01", "a trace id with another script's digit"),
        ("00--\(span)-01", "no trace id"),
        ("00-\(trace)-\(span.dropLast())-01", "a parent id that is too short"),
        ("00-\(trace)-\(span)0-01", "a parent id that is too long"),
        ("00-\(trace)-\(span.uppercased())-01", "a parent id in uppercase"),
        ("00-\(trace)-00f067aa0ba902b.-01", "a parent id that is no number"),
        ("00-\(trace)--01", "no parent id"),
        ("00-\(span)-\(trace)-01", "the ids exchanged"),
        ("00_\(trace)_\(span)_01", "other dashes"),
        (" 00-\(trace)-\(span)-01", "a space before it"),
        ("00-\(trace)-\(span)-01 ", "a space after it"),
        ("00-\(trace)-\(span)-01\n", "a line end"),
        ("00-\(trace)-\(span)-01\0", "a NUL"),
    ]

    @Test(arguments: malformed)
    func `what is malformed is no traceparent`(header: String, why: String) {
        #expect(TraceParent(header: header) == nil, "\(why)")
    }

    @Test(arguments: [
        "00-00000000000000000000000000000000-\(span)-01",
        "00-\(trace)-0000000000000000-01",
        "00-00000000000000000000000000000000-0000000000000000-00",
        "cc-00000000000000000000000000000000-\(span)-01",
    ])
    func `ids of zeros only are no ids`(header: String) {
        #expect(TraceParent(header: header) == nil)
    }

    @Test(arguments: ["ff-\(trace)-\(span)-01", "ff-\(trace)-\(span)-01-more"])
    func `there is no version ff`(header: String) {
        #expect(TraceParent(header: header) == nil)
    }

    @Test(arguments: [
        ("01-\(trace)-\(span)-01", true), ("cc-\(trace)-\(span)-00", true), ("fe-\(trace)-\(span)-09", true),
        ("cc-\(trace)-\(span)-01-what-the-future-will-be-like", true), ("cc-\(trace)-\(span)-01-", true),
        ("cc-\(trace)-\(span)-01.what-the-future-will-not-be-like", false), ("cc-\(trace)-\(span)", false),
        ("cc-\(trace)-\(span)-1-more", false), ("cc-\(trace)-\(span)1-01", false),
    ])
    func `of a later version what version 00 has is read`(header: String, isRead: Bool) {
        let parent = TraceParent(header: header)
        #expect((parent != nil) == isRead)
        if let parent { #expect(parent.header.hasPrefix("00-\(Self.trace)-\(Self.span)-")) }
    }

    @Test(arguments: [true, false])
    func `a caller's trace goes on, in a span of the server's own`(isSampled: Bool) throws {
        let caller = try #require(TraceParent(header: "00-\(Self.trace)-\(Self.span)-0\(isSampled ? 1 : 0)"))
        let context = TraceContext(continuing: caller.header, .seeded(1))
        #expect(context.trace == caller.trace)
        #expect(context.parent == caller.span)
        #expect(context.span != caller.span)
        #expect(context.isSampled == isSampled)
        #expect(context.answer.header == "00-\(Self.trace)-\(context.span)-0\(isSampled ? 1 : 0)")
    }

    @Test(arguments: [nil, "nonsense", "00-00000000000000000000000000000000-\(span)-01", "00-\(trace)-0000000000000000-01"])
    func `without a good traceparent a trace begins`(header: String?) {
        let random = RandomNumbers.seeded(1)
        let contexts = (0..<100).map { _ in TraceContext(continuing: header, random) }
        #expect(Set(contexts.map(\.trace)).count == 100)
        #expect(Set(contexts.map(\.span)).count == 100)
        for context in contexts {
            #expect("\(context.trace)" != Self.trace)
            #expect(context.parent == nil)
            #expect(TraceParent(header: context.answer.header) == context.answer)
        }
    }

    @Test(arguments: [1, 2, UInt64.max])
    func `whatever the random numbers are, the ids are good`(number: UInt64) {
        let context = TraceContext(continuing: nil, RandomNumbers { number })
        #expect(TraceParent(header: context.answer.header) == context.answer)
        #expect(context.answer.header.utf8.count == 55)
    }
}
