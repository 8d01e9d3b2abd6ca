import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Observation
import Testing

extension SharedKey where Self == FileStorageKey<[Int]>.Default {
    fileprivate static var failing: Self {
        Self[.fileStorage(URL(fileURLWithPath: "/failing.json")), default: try { throw Failure() }()]
    }
}

extension SharedKey where Self == InMemoryKey<Int?>.Default {
    fileprivate static var failingOptional: Self { Self[.inMemory("optional"), default: try { throw Failure() }()] }
}

@Suite struct SharedKeyDefaultTests {
    @Test func `H3 a default that throws stops with the reason`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            @Shared(.failing) var numbers
            print(numbers)
        }
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self).contains(
                """
                Depot: a shared property has no value: nothing is stored, and its default failed.
                  Key:    fileStorage "/failing.json"
                  Error:  it failed
                Give the key a default that does not fail, write one at the property (@Shared(…) var value = …), or load it with
                try await Shared(require: …), which throws.
                """))
    }

    @Test func `H3 a default that throws is not needed where there is another value`() async throws {
        await #expect(throws: Failure()) { _ = try await Shared(require: .failing) }
        @Shared(.failingOptional) var optional
        #expect(optional == nil)
        #expect($optional.loadError as? Failure == Failure())
        @Shared(.failing) var numbers = [4]
        #expect(numbers == [4])
    }
}
