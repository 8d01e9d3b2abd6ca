import Foundation
import Testing

@testable import popcorn

struct FileKeychainTests {
    private let home: TemporaryHome
    private let keychain: FileKeychain

    init() throws {
        home = try TemporaryHome()
        keychain = FileKeychain(file: home.file("keychain.json"))
    }

    @Test func `a secret is there in the next run, until it is removed`() async throws {
        try await keychain.keep(Session.sample(), for: .session)
        let nextRun = FileKeychain(file: home.file("keychain.json"))
        #expect(try await nextRun.value(for: .session) == Session.sample())
        try await nextRun.set(nil, for: .session)
        #expect(try await keychain.value(Session.self, for: .session) == nil)
        #expect(try home.mode(of: "keychain.json") == 0o600)
    }

    @Test func `an entry that holds something else is an error that says where it is`() async throws {
        try await keychain.set(Data("{".utf8), for: .session)
        let problem = await #expect(throws: Problem.self) { try await keychain.value(Session.self, for: .session) }
        #expect(
            problem?.description == """
                The keychain's entry "session" is damaged.
                  where: \(home.file("keychain.json").path)
                  fix:   move the keychain aside and log in again; popcorn has not changed it.
                """)
    }
}
