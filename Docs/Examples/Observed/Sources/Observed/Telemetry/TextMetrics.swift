import CoreMetrics
import Synchronization

/// A metrics backend for this example: adds up, and writes the sums as the text that Prometheus reads.
///
/// A server bootstraps a real one, which knows histograms too; nothing else changes.
final class TextMetrics: MetricsFactory {
    private let sums = Mutex<[String: Double]>([:])

    /// A line for each sum, sorted.
    var text: String {
        sums.withLock { $0 }.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.formattedShort)\n" }.joined()
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        Handler(self, Self.series(label, "_total", dimensions))
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { Handler(self, Self.series(label, "", dimensions)) }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        Handler(self, Self.series(label, "", dimensions))
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        Handler(self, Self.series(label, "_seconds_sum", dimensions), count: Self.series(label, "_seconds_count", dimensions))
    }

    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    private static func series(_ label: String, _ suffix: String, _ dimensions: [(String, String)]) -> String {
        let pairs = dimensions.map { "\($0.0)=\"\($0.1.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }
        return label.replacing(".", with: "_") + suffix + (pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}")
    }

    /// One series, of whatever kind.
    private final class Handler: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
        private let metrics: TextMetrics
        private let sum: String
        private let count: String?

        init(_ metrics: TextMetrics, _ sum: String, count: String? = nil) {
            self.metrics = metrics
            self.sum = sum
            self.count = count
        }

        func increment(by amount: Int64) { add(Double(amount)) }
        func increment(by amount: Double) { add(amount) }
        func decrement(by amount: Double) { add(-amount) }
        func record(_ value: Int64) { set(Double(value)) }
        func record(_ value: Double) { set(value) }
        func set(_ value: Int64) { set(Double(value)) }
        func set(_ value: Double) { metrics.sums.withLock { $0[sum] = value } }
        func reset() { set(0.0) }
        func recordNanoseconds(_ duration: Int64) { add(Double(duration) / 1e9) }

        private func add(_ amount: Double) {
            metrics.sums.withLock { sums in
                sums[sum, default: 0] += amount
                if let count { sums[count, default: 0] += 1 }
            }
        }
    }
}

extension Double {
    /// Without a decimal point where it is whole.
    fileprivate var formattedShort: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}
