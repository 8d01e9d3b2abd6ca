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

    @Test func `H9 a change in memory is not looked for among those who follow other files`() throws {
        let storage = FileStorage.inMemory()
        try withDependencies {
            $0.defaultFileStorage = storage
        } operation: {
            func change() throws -> Double {
                let start = spentTime()
                for _ in 0..<1_000 { try storage.write(Data("5".utf8), to: url) }
                return spentTime() - start
            }
            let value = Shared(wrappedValue: 0, .fileStorage(url))
            _ = try change()
            let alone = try change()
            let others = (0..<10_000).map { Shared(wrappedValue: 0, .fileStorage(URL(fileURLWithPath: "/other \($0)"))) }
            #expect(try change() < 8 * alone)
            withExtendedLifetime((value, others)) {}
        }
    }

    @Test func `C17 the bytes of a file in memory go outside the lock`() throws {
        let (storage, url, freed) = (FileStorage.inMemory(), url, Counter())
        func bytes() -> Data {
            Data("some bytes") {
                _ = try? storage.data(at: url)
                freed.add()
            }
        }
        for _ in 0..<3 { try storage.write(bytes(), to: url) }
        try storage.write(nil, to: url)
        #expect(freed.value == 3)
    }

    @Test func `C17 what a value is encoded to goes outside the locks`() async throws {
        let (storage, url, freed) = (FileStorage.inMemory(), url, Counter())
        try await withDependencies {
            $0.defaultFileStorage = storage
        } operation: {
            @Sendable func property() -> Shared<Int> {
                let key = FileStorageKey<Int>.fileStorage(
                    url, decode: { try JSONDecoder().decode(Int.self, from: $0) },
                    encode: { value in
                        Data("\(value)") {
                            _ = withDependencies {
                                $0.defaultFileStorage = storage
                            } operation: {
                                property()
                            }
                            freed.add()
                        }
                    })
                return Shared(wrappedValue: 0, key)
            }
            let shared = property()
            for value in 1...3 {
                shared.withLock { $0 = value }
                try await shared.save()
            }
            #expect(try storage.data(at: url)?.first == UInt8(ascii: "3"))
        }
        #expect(await eventually { freed.value == 3 })
    }
}
