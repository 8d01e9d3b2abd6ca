import Foundation

/// How graphs are written as JSON and read again.
enum GraphCoding {
    /// A layer's rank may be infinite, which JSON has no number for.
    private static let infinity = (positive: "inf", negative: "-inf", nan: "nan")

    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: infinity.positive, negativeInfinity: infinity.negative, nan: infinity.nan)
        return decoder
    }

    /// For people and for version control: in lines, with sorted keys.
    static func lines(of value: some Encodable) -> Data { data(of: value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]) }

    /// For a program, the same each time.
    static func compact(_ value: some Encodable) -> Data { data(of: value, [.sortedKeys, .withoutEscapingSlashes]) }

    private static func data(of value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: infinity.positive, negativeInfinity: infinity.negative, nan: infinity.nan)
        // Texts, numbers and booleans: all of it can be written.
        do { return try encoder.encode(value) } catch { preconditionFailure("Depot: a graph cannot be written as JSON: \(error)") }
    }
}
