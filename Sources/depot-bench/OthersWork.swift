import Foundation

/// What other processes, or other guests of the same host, have done with the processors since a moment.
struct OthersWork {
    private let start = ContinuousClock.now
    private let before = OthersWork.seconds

    /// As a share of one processor; 0 where the system does not say, which is where there is no `/proc`.
    var share: Double {
        let length = start.duration(to: .now) / .seconds(1)
        guard let before, let now = OthersWork.seconds, length > 0 else { return 0 }
        return (now - before) / length
    }

    /// All that the processors have done, and what a hypervisor took of them, without this process and those that it has started.
    private static var seconds: Double? {
        guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8), let line = text.split(separator: "\n").first else {
            return nil
        }
        // user nice system idle iowait irq softirq steal
        let ticks = line.split(separator: " ").dropFirst().compactMap { Double($0) }
        guard ticks.count >= 8 else { return nil }
        let all = (ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6] + ticks[7]) / Double(sysconf(Int32(_SC_CLK_TCK)))
        // Those that have ended and were waited for included.
        var own = tms()
        times(&own)
        let ownTicks = own.tms_utime + own.tms_stime + own.tms_cutime + own.tms_cstime
        return all - Double(ownTicks) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
