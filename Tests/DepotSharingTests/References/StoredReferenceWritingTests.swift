import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Observation
import Testing

@Suite struct StoredReferenceWritingTests {
    @Test func `H13 a million writes with nobody observing and no main run loop leave memory flat`() throws {
        let folder = try Folder()
        let text = try Probe("million", folder.file().path, "\(stressRounds(100_000, full: 1_000_000))").output()
        #expect(folder.names == ["value.json"])
        let grown = try #require(Int(text.split(separator: " ").dropFirst(2).first ?? ""))
        // A sanitizer has memory of its own; 100 bytes lost at each write would still be more.
        #expect(grown < (isSanitized ? 16 * 1024 : 1024), "\(text)")
    }

    @Test func `H2 a thousand tasks lose no write in memory`() async {
        @Shared(.inMemory("count")) var count = 0
        let shared = $count
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<1000 { group.addTask { for _ in 0..<10 { shared.withLock { $0 += 1 } } } }
        }
        #expect(count == 10_000)
    }

    @Test func `H2 a write waits for the one that is under way`() {
        @Shared(.inMemory("under way")) var count = 0
        let shared = $count
        for round in 1...10 {
            var isOver = false
            let ends = DispatchSemaphore(value: 0)
            shared.withLock { count in
                let begins = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    begins.signal()
                    shared.withLock { $0 += 1 }
                    ends.signal()
                }
                begins.wait()
                // The other one would be over soon, if it did not wait.
                isOver = ends.wait(timeout: .now() + .milliseconds(10)) == .success
                count += 1
            }
            if !isOver { ends.wait() }
            #expect(!isOver && count == round * 2)
        }
    }

    @Test func `H2 a thousand tasks lose no write on disk`() async throws {
        let folder = try Folder()
        try await withDependencies {
            $0.defaultFileStorage = .disk
        } operation: {
            @Shared(.fileStorage(folder.file())) var count = 0
            let shared = $count
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<1000 { group.addTask { for _ in 0..<10 { shared.withLock { $0 += 1 } } } }
            }
            try await shared.save()
            #expect(folder.text() == "10000")
        }
    }
}
