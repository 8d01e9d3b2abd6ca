import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import RequestScopes

/// Requests whose bodies hold what nobody wrote.
@Suite(.serverValues) struct DamagedBodyTests {
    @Test func `a request gets an answer that is no failure of the server, whatever its body holds`() async throws {
        let bodies = [
            #"{"name": "ada", "password": "correct horse"}"#, #"{"provider": "kakao", "name": "ada", "ticket": "1"}"#,
            #"{"refreshToken": "00"}"#,
        ]
        let paths = ["/sign-up", "/login", "/social-login", "/refresh"]
        try await withClient { _, client in
            var chance = Chance()
            for round in 0..<400 {
                let body = ByteBuffer(bytes: Self.damaged(bodies[round % bodies.count], &chance))
                let path = paths[round % paths.count]
                let response = try await client.execute(uri: path, method: .post, headers: [:], body: body)
                #expect(response.status.code < 500, "\(path) \(Array(body.readableBytesView))")
            }
        }
    }

    /// A body with a few random changes.
    private static func damaged(_ body: String, _ chance: inout Chance) -> [UInt8] {
        let tokens = ["[", "{", "\"", "null", "1e999", "\\u", "\\ud800", "\0", String(repeating: "[", count: 5_000)]
        var bytes = Array(body.utf8)
        for _ in 0...Int.random(in: 0...3, using: &chance) {
            let place = Int.random(in: 0...bytes.count, using: &chance)
            switch Int.random(in: 0...3, using: &chance) {
            case 0: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &chance) }
            case 1: bytes.removeLast(bytes.count - place)
            case 2: bytes.insert(.random(in: 0...255, using: &chance), at: place)
            default: bytes.insert(contentsOf: Array((tokens.randomElement(using: &chance) ?? "").utf8), at: place)
            }
        }
        return bytes
    }

    /// The same changes in every run (SplitMix64, Steele, Lea, Flood 2014).
    private struct Chance: RandomNumberGenerator {
        private var state: UInt64 = 1

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }
}
