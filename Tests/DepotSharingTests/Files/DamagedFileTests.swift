import DepotSharing
import DepotTesting
import Foundation
import MutatedBytes
import Testing

/// Files of shared values that hold what nobody wrote.
@Suite(.dependencies { $0.defaultFileStorage = .disk }) struct DamagedFileTests {
    @Test func `H8 H16 whatever a file holds is a value or an error, and nothing of it is lost`() async throws {
        let folder = try Folder()
        let standard = SignUp(phoneNumber: "none")
        var bytes = MutatedBytes(
            of: [#"{"phoneNumber":"1","email":"a@b.c","address":{"city":"Seoul","street":"Mapo \u00e9"}}"#],
            count: stressRounds(100, full: 1_000))
        var count = 0
        while true {
            let seed = bytes.seed
            guard let data = bytes.next() else { break }
            count += 1
            let name = "\(count).json"
            try data.write(to: folder.file(name))
            let expected = try? JSONDecoder().decode(SignUp.self, from: data)
            @Shared(.fileStorage(folder.file(name))) var value = standard
            #expect(value == expected ?? standard, "DEPOT_SEED=\(seed)")
            #expect(($value.loadError == nil) == (expected != nil || data.isEmpty), "DEPOT_SEED=\(seed)")
            $value.withLock { $0.email = "new" }
            try await $value.save()
            let written = try JSONDecoder().decode(SignUp.self, from: Data(contentsOf: folder.file(name)))
            #expect(written == value, "DEPOT_SEED=\(seed)")
            if expected == nil, !data.isEmpty {
                #expect(try Data(contentsOf: folder.file("\(name).corrupt")) == data, "DEPOT_SEED=\(seed)")
            }
        }
    }
}
