import Foundation

/// A line of the server's log, as swift-log's `StreamLogHandler` writes it: `TIME LEVEL LABEL: KEY=VALUE … [SOURCE] MESSAGE`.
struct LogLine {
    let level: String
    let metadata: [String: String]
    /// The module that logged it.
    let source: String
    let message: String

    /// Reads a line; nil for one that is not of this form.
    init?(_ text: String) {
        guard let begin = text.range(of: ": "), let open = text.range(of: "[", range: begin.upperBound..<text.endIndex),
            let close = text.range(of: "] ", range: open.upperBound..<text.endIndex)
        else { return nil }
        let words = text[..<begin.lowerBound].components(separatedBy: " ")
        guard words.count == 3, words[0].contains("T"), words[2] == "RequestScopes" else { return nil }
        level = words[1]
        source = String(text[open.upperBound..<close.lowerBound])
        message = String(text[close.upperBound...])
        var metadata: [String: String] = [:]
        for word in text[begin.upperBound..<open.lowerBound].components(separatedBy: " ") {
            guard let sign = word.range(of: "=") else { continue }
            metadata[String(word[..<sign.lowerBound])] = String(word[sign.upperBound...])
        }
        self.metadata = metadata
    }

    /// Whether it was logged for a request: the server's own code logs for nothing else while it serves.
    var isOfRequest: Bool { source == "RequestScopes" || metadata["request"] != nil }
}
