import Logging
import NIOConcurrencyHelpers

/// A log that a test looks at.
final class RecordedLog: Sendable {
    struct Line: Sendable {
        let message: String
        let metadata: [String: String]
        /// The module that logged it.
        let source: String
    }

    private let recorded = NIOLockedValueBox<[Line]>([])

    var lines: [Line] { recorded.withLockedValue { $0 } }

    /// What writes into it, at every level.
    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let metadata = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" }
            let line = Line(message: "\(event.message)", metadata: metadata, source: event.source)
            log.recorded.withLockedValue { $0.append(line) }
        }
    }
}
