import Crypto
import Foundation

/// Random text that nobody can guess, and how it is recognised.
enum Secret {
    /// 256 bits from the system's generator, as 64 hexadecimal digits.
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef")
        return String((0..<64).map { _ in digits[Int.random(in: 0..<16, using: &generator)] })
    }

    /// Random letters and digits, as `crypt(3)` wants them for a salt.
    static func salt(length: Int = 16) -> String {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        return String((0..<length).map { _ in alphabet[Int.random(in: alphabet.indices, using: &generator)] })
    }

    /// The hash by which a token is stored and looked up.
    ///
    /// One round without a salt is enough: nobody can go through all texts of 256 random bits.
    static func digest(_ token: String) -> String {
        Data(SHA256.hash(data: Data(token.utf8))).base64EncodedString()
    }

    /// Whether two texts are the same, in a time that tells nothing of where they differ.
    static func areEqual(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
