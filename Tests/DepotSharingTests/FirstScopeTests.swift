import Testing

/// What a process sees the first time it opens a scope, which takes a process of its own.
@Suite struct FirstScopeTests {
    @Test func `S1 the first scope of a process keeps the dependency values around it`() throws {
        #expect(try Probe("first-scope").output().contains("seconds: 7.0"))
    }
}
