import Foundation

/// What the figures are measured on.
enum Machine {
    /// Whether two threads of code that touches no memory run at once just now, each as fast as alone.
    ///
    /// By the wall, from the first one's begin to the last one's end: processor time alone does not show that they took turns.
    static func isFree() -> Bool {
        let work: @Sendable () -> Void = { spin(2_000_000) }
        guard let alone = together([work]).first else { return false }
        let both = together([work, work])
        return 2 * alone.processor / both.length >= 1.8
    }

    /// Arithmetic that touches no memory; two million times take about a millisecond.
    static func spin(_ count: Int) {
        var generator = SplitMix64(state: 1)
        for _ in 0..<count { if generator.next() == 0 { keep(0) } }
    }

    /// The processor and the system, for people.
    static var description: String {
        let info = ProcessInfo.processInfo
        var processor = ""
        if let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) {
            let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
            processor = line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) + ", " } ?? ""
        }
        return "\(processor)\(info.activeProcessorCount) cores, \(info.operatingSystemVersionString)."
    }
}
