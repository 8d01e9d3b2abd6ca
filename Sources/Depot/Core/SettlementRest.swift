/// What is left to be done outside the lock when a build was settled.
final class SettlementRest {
    var waiters: [Waiter]
    /// Instances to release and to dispose.
    var ending = Ending()
    /// The `.graph` instances of the run, likewise.
    var graph: GraphInstances?

    init(waiters: [Waiter] = []) {
        self.waiters = waiters
    }

    /// The rest, made where there is none.
    static func of(_ rest: inout SettlementRest?) -> SettlementRest {
        if let rest { return rest }
        let made = SettlementRest()
        rest = made
        return made
    }
}
