import Testing

@testable import Depot

@Suite struct ObservedRunTests {
    private static func failure() -> ResolutionError { .notRegistered(.init(what: "gone", path: [], fix: "none")) }

    @Test func `A failure is new once, and so is the next, also where that is at the address of one that is gone`() {
        let run = ObservedRun(parent: nil)
        let first = Self.failure()
        #expect(run.isNew(first))
        #expect(!run.isNew(first))
        for _ in 0..<100 { #expect(run.isNew(Self.failure())) }
    }
}
