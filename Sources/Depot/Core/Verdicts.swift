/// What overrides have found of one instance: whether it is valid there, in an epoch.
///
/// They are kept by the instance, so that they go with it. Of several overrides that take turns with one instance in one epoch the last few
/// are remembered; the others look again.
struct Verdicts {
    private struct Verdict {
        let override: UInt
        let isValid: Bool
    }

    private var verdicts: [Verdict] = []
    private var epoch: UInt = 0
    private static let limit = 4

    /// What the override of a number has found; nil where it has to look.
    func verdict(of override: UInt, in epoch: UInt) -> Bool? {
        guard self.epoch == epoch else { return nil }
        return verdicts.first { $0.override == override }?.isValid
    }

    /// Keeps what was found.
    mutating func keep(_ isValid: Bool, of override: UInt, in epoch: UInt) {
        if self.epoch != epoch { verdicts.removeAll(keepingCapacity: true) }
        self.epoch = epoch
        if verdicts.count == Self.limit { verdicts.removeFirst() }
        verdicts.append(Verdict(override: override, isValid: isValid))
    }
}
