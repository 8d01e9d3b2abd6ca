/// Random text that nobody can guess.
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
}
