extension FixedWidthInteger {
    /// The number in lowercase hexadecimal digits, as many as the type has room for.
    var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
    }

    /// Reads what ``hexadecimal`` writes; nil for more or fewer digits, uppercase ones and everything else.
    init?(hexadecimal digits: some StringProtocol) {
        let areDigits = digits.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
            default: false
            }
        }
        guard areDigits, digits.utf8.count == Self.bitWidth / 4 else { return nil }
        self.init(digits, radix: 16)
    }
}
