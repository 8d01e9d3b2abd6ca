import DepotTesting
import DepotValues
import Foundation
import MutatedBytes
import Testing

@testable import popcorn

/// Files and requests that hold what nobody wrote.
@Suite(.dependency(\.date, .constant(.newYear)), .dependencies { $0.uuid = .incrementing })
struct DamagedBytesTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    /// Hashes in no time.
    private struct PlainHasher: PasswordHasher {
        func hash(_ password: Password) async throws(Problem) -> String { password.rawValue }
        func matches(_ password: Password, _ hash: String?) async -> Bool { password.rawValue == hash }
    }

    @Test func `a damaged file is an error that says where it is, whatever it holds, and stays as it is`() throws {
        let accounts = JSONFile<[String: AccountRecord]>(title: "accounts", url: home.file("accounts.json"), empty: [:])
        let sample = AccountRecord(name: "ada", provider: nil, joined: .newYear, secretHash: "hash")
        try accounts.update { $0["ada"] = sample }.get()
        let right = try #require(home.text(of: "accounts.json"))
        var bytes = MutatedBytes(of: [right], count: 500)
        while true {
            let seed = bytes.seed
            guard let data = bytes.next() else { break }
            try data.write(to: home.file("accounts.json"))
            do throws(Problem) {
                _ = try accounts.read()
            } catch {
                #expect("\(error)".contains(home.file("accounts.json").path), "DEPOT_SEED=\(seed)")
                #expect(throws: Problem.self, "DEPOT_SEED=\(seed)") { try accounts.update { $0 = [:] } }
                #expect(try Data(contentsOf: home.file("accounts.json")) == data, "DEPOT_SEED=\(seed)")
            }
        }
    }

    @Test func `a damaged keychain is an error that says where it is, whatever it holds`() async throws {
        let keychain = FileKeychain(file: home.file("keychain.json"))
        try await keychain.keep(Session.sample(), for: .session)
        var bytes = MutatedBytes(of: [try #require(home.text(of: "keychain.json"))], count: 500)
        while true {
            let seed = bytes.seed
            guard let data = bytes.next() else { break }
            try data.write(to: home.file("keychain.json"))
            do {
                _ = try await keychain.value(Session.self, for: .session)
            } catch {
                #expect("\(error)".contains(home.file("keychain.json").path), "DEPOT_SEED=\(seed): \(error)")
            }
        }
    }

    @Test func `a request gets an answer that is no failure of the backend, whatever its body holds`() async throws {
        let backend = Backend(directory: home.url, hasher: PlainHasher())
        let bodies = [
            #"{"name": "ada", "password": "two tickets, please"}"#, #"{"provider": "kakao", "name": "ada", "ticket": "1"}"#,
            #"{"refreshToken": "00"}"#,
        ]
        var bytes = MutatedBytes(of: bodies, count: 500)
        while true {
            let seed = bytes.seed
            guard let data = bytes.next() else { break }
            for path in ["/sign-up", "/login", "/social-login", "/refresh"] {
                let reply = try await backend.answer(Request(method: "POST", path: path, token: nil, body: data))
                #expect((200..<500).contains(reply.status), "DEPOT_SEED=\(seed): \(path)")
            }
        }
    }
}
