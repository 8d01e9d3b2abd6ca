import Depot
import DepotTesting
import DepotValues
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

@testable import RequestScopes

/// With the real hasher.
@Suite(.serverValues) struct PasswordTests {
    private func credentials(_ name: String, _ password: String) throws -> String {
        let data = try JSONEncoder().encode(["name": name, "password": password])
        return String(decoding: data, as: UTF8.self)
    }

    @Test(arguments: ["/sign-up", "/login"])
    func `a password with a NUL is refused, and not cut there`(path: String) async throws {
        try await withClient(hasher: PlatformPasswordHasher()) { _, client in
            let answer = try await client.send(.post, path, credentials("ada", "ab\0cdefghij"))
            #expect(answer.outcome == "400 unusable_password")
            #expect(answer.message == "A password has at most 256 bytes of UTF-8, and no NUL character.")
            #expect(try await client.send(.post, "/login", credentials("ada", "ab")).outcome == "401 wrong_password")
        }
    }

    @Test(arguments: [
        (256, "201", "200"), (257, "400 unusable_password", "400 unusable_password"),
        (600, "400 unusable_password", "400 unusable_password"),
    ])
    func `a password that is too long for the hash is refused`(length: Int, signUp: String, logIn: String) async throws {
        try await withClient(hasher: PlatformPasswordHasher()) { _, client in
            let credentials = try credentials("ada", String(repeating: "é", count: length / 2) + (length % 2 == 0 ? "" : "a"))
            #expect(try await client.send(.post, "/sign-up", credentials).outcome == signUp)
            #expect(try await client.send(.post, "/login", credentials).outcome == logIn)
        }
    }

    @Test func `a ticket that the hash cannot take is refused as well`() async throws {
        try await withClient(hasher: PlatformPasswordHasher()) { _, client in
            let identity = #"{"provider": "cinepass", "name": "ada", "ticket": "a\u0000b"}"#
            let answer = try await client.send(.post, "/social-login", identity)
            #expect(answer.outcome == "400 unusable_password")
        }
    }

    @Test func `an unknown name and a wrong password are answered alike, after hashing the same`() async throws {
        let hasher = CountingHasher()
        try await withClient(hasher: hasher) { _, client in
            _ = try await client.logIn(as: "ada")
            let before = hasher.matched.value
            let wrong = try await client.send(.post, "/login", credentials("ada", "wrong horse"))
            let between = hasher.matched.value
            let unknown = try await client.send(.post, "/login", credentials("bob", "wrong horse"))
            #expect(wrong.status == .unauthorized)
            #expect(unknown.status == wrong.status)
            #expect(unknown.body == wrong.body)
            #expect(between == before + 1)
            #expect(hasher.matched.value == between + 1)
        }
    }

    @Test func `hashes that are made at once are each its own password's`() async throws {
        let hasher = PlatformPasswordHasher()
        try await withThrowingTaskGroup { group in
            for number in 0..<40 {
                group.addTask {
                    let password = Password(rawValue: "password \(number)")!
                    let hash = try await hasher.hash(password)
                    #expect(try await hasher.matches(password, hash))
                    #expect(try await !hasher.matches(Password(rawValue: "password \(number + 1)")!, hash))
                    #expect(try await !hasher.matches(password, nil))
                }
            }
            try await group.waitForAll()
        }
    }
}
