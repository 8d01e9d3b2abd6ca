import Testing

@testable import popcorn

struct PasswordTests {
    private let hasher = PlatformPasswordHasher()

    @Test func `a hash recognises its password and no other`() async throws {
        let hash = try await hasher.hash(.good)
        #expect(await hasher.matches(.good, hash))
        #expect(await !hasher.matches(.wrong, hash))
        #expect(await !hasher.matches(.good, "not a hash"))
        #expect(await !hasher.matches(.good, nil))
    }

    @Test func `hashes that are made at once are each its own password's`() async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask {
                    let password = Password(rawValue: "password \(number)")
                    let hash = try await hasher.hash(password)
                    #expect(await hasher.matches(password, hash))
                    #expect(await !hasher.matches(Password(rawValue: "password \(number + 1)"), hash))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `two hashes of one password differ, because each has a salt`() async throws {
        #expect(try await hasher.hash(.good) != hasher.hash(.good))
    }

    @Test func `a password shows itself as bullets, however it is printed`() throws {
        let credentials = Credentials(name: try AccountName("ada"), password: .good)
        var dumped = ""
        dump(credentials, to: &dumped)
        for text in ["\(credentials)", String(reflecting: credentials), dumped] {
            #expect(!text.contains("tickets"))
            #expect(text.contains("••••••••"))
        }
    }
}
