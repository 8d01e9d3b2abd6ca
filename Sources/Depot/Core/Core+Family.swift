import Synchronization

// The core keeps its family, so it is not counted again for the time of a look at it: a reference counted and released is 0.1 c.
extension Core {
    /// Whether someone observes.
    var isObserved: Bool { Unmanaged.passUnretained(family)._withUnsafeGuaranteedRef { $0.isObserved } }

    /// Whether any async factory runs.
    var runsAsync: Bool {
        Unmanaged.passUnretained(family)._withUnsafeGuaranteedRef { $0.asyncBuilds.load(ordering: .relaxed) > 0 }
    }

    /// The number of the latest scope that was set by hand, or held.
    var latestScope: UInt { Unmanaged.passUnretained(family)._withUnsafeGuaranteedRef { $0.shards.latest } }

    /// The family's epoch.
    var epoch: UInt { Unmanaged.passUnretained(family)._withUnsafeGuaranteedRef { $0.epoch.load(ordering: .acquiring) } }

    /// Decides something under the family's lock, without keeping the family for as long.
    @inline(__always)
    func decide<Result>(_ body: (inout Ledger) -> Result) -> Result {
        Unmanaged.passUnretained(family)._withUnsafeGuaranteedRef { $0.decide(body) }
    }
}
