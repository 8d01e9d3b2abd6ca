import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Testing

@Suite struct MemoryFilesTests {
    let url = URL(fileURLWithPath: "/value.json")

    @Test func `H9 in memory a change by others is seen as well`() async throws {
        let storage = FileStorage.inMemory([url: Data("4".utf8)])
        try await withDependencies {
            $0.defaultFileStorage = storage
        } operation: {
            @Shared(.fileStorage(url)) var value = 0
            #expect(value == 4)
            try storage.write(Data("5".utf8), to: url)
            #expect(await wait(for: $value.values) { $0 == 5 } == 5)
            try storage.write(nil, to: url)
            #expect(await wait(for: $value.values) { $0 == 0 } == 0)
        }
    }
}
