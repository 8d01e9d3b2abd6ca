import Foundation

/// The memory of this process.
enum Memory {
    /// The bytes that it has now.
    static var resident: Int { bytes("VmRSS") }

    /// The most bytes that it has had at once.
    ///
    /// Not by `getrusage`, where the process that began this one counts as well.
    static var peak: Int { bytes("VmHWM") }

    #if canImport(Darwin)
        private static func bytes(_ field: String) -> Int {
            var usage = rusage()
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss
        }
    #else
        private static func bytes(_ field: String) -> Int {
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix(field + ":") }
            return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) * 1_024
        }
    #endif
}
