@testable import Depot  // `SyncPoint` alone.

/// One order in which the threads of a small program get their turns: at every point of the core one of them goes on, and the others wait.
///
/// So a program runs the same each time the same turns are taken, whatever the machine is doing.
final class Schedule: Sendable {
    /// Who takes a turn next.
    protocol Chooser {
        /// - Parameters:
        ///   - ready: The threads that can go on, in order.
        ///   - current: The one whose turn it was, where it can go on.
        /// - Returns: The place in `ready` of the one that goes on.
        mutating func choose(from ready: [Int], current: Int?) -> Int
    }

    private enum Status: Equatable {
        case ready
        case blocked(ObjectIdentifier)
        case done
    }

    private final class Turn: @unchecked Sendable {  // `isWaiting` is only touched by the thread itself.
        let schedule: Schedule
        let number: Int
        let gate = Gate()
        /// Whether the thread gave its turn away in order to wait.
        var isWaiting = false

        init(_ schedule: Schedule, _ number: Int) {
            self.schedule = schedule
            self.number = number
        }
    }

    private struct State {
        var chooser: any Chooser & Sendable
        var statuses: [Status]
        var fired: Set<ObjectIdentifier> = []
        var trace: [String] = []
        var isStuck = false

        /// Lets those go on who wait for an object.
        mutating func fire(_ object: ObjectIdentifier) {
            fired.insert(object)
            for number in statuses.indices where statuses[number] == .blocked(object) { statuses[number] = .ready }
        }

        /// Whose turn it is now; nil where nobody can go on.
        mutating func next(after current: Int?) -> Int? {
            let ready = statuses.indices.filter { statuses[$0] == .ready }
            if ready.isEmpty {
                isStuck = statuses.contains { $0 != .done }
                return nil
            }
            let next = ready[ready.count == 1 ? 0 : chooser.choose(from: ready, current: current.flatMap { ready.contains($0) ? $0 : nil })]
            trace.append("\(next)")
            return next
        }
    }

    /// Where a thread's turn may end, besides where it waits for another.
    enum Grain: Sendable {
        /// Only where the program pauses.
        case pauses
        /// Before each decision of the core.
        case decisions
        /// Before and behind each decision of the core.
        case bothSides
    }

    private let state: Locked<State>
    private let grain: Grain
    private let finished = Locked<CheckedContinuation<Void, Never>?>(nil)
    private nonisolated(unsafe) var turns: [Turn] = []  // Filled before any thread is started.

    private init(_ count: Int, _ grain: Grain, _ chooser: any Chooser & Sendable) {
        state = Locked(State(chooser: chooser, statuses: Array(repeating: .ready, count: count)))
        self.grain = grain
        turns = (0..<count).map { Turn(self, $0) }
    }

    /// What came of a run.
    struct Outcome: Sendable {
        /// Whether all waited for each other.
        let isStuck: Bool
        /// Who did what, in order.
        let trace: [String]
    }

    /// Runs a program in one order.
    ///
    /// - Parameters:
    ///   - bodies: What each thread does; each may pause.
    ///   - grain: Where a turn may end.
    ///   - chooser: Who chooses; what it has learnt is handed back.
    /// - Returns: What came of it, and the chooser.
    static func run<Choosing: Chooser & Sendable>(
        _ bodies: [@Sendable (_ pause: () -> Void) -> Void], _ grain: Grain, _ chooser: Choosing
    ) async -> (outcome: Outcome, chooser: Choosing) {
        let schedule = Schedule(bodies.count, grain, chooser)
        let threads = bodies.indices.map { number in
            startThread(stack: 256 << 10) {
                let turn = schedule.turns[number]
                turn.gate.pass()
                Points.observe {
                    schedule.reached($0, turn)
                } _: {
                    bodies[number]({ if schedule.grain == .pauses { schedule.pass(on: turn, .ready) } })
                }
                schedule.pass(on: turn, .done)
            }
        }
        // Not blocked, because what the program disposes needs a thread of the pool.
        await withCheckedContinuation { continuation in
            schedule.finished.withLock { $0 = continuation }
            schedule.begin()
        }
        let outcome = schedule.state.withLock { Outcome(isStuck: $0.isStuck, trace: $0.trace) }
        // Where they wait for each other they do so for ever.
        for thread in threads { if outcome.isStuck { detach(thread) } else { join(thread) } }
        // The very type that was handed in.
        return (outcome, schedule.state.withLock { $0.chooser as! Choosing })
    }

    private func begin() {
        let first = state.withLock { $0.next(after: nil) }
        if let first { turns[first].gate.open() }
    }

    private func reached(_ point: SyncPoint, _ turn: Turn) {
        switch point {
        case .decides: if grain != .pauses { pass(on: turn, .ready) }
        case .decided: if grain == .bothSides { pass(on: turn, .ready) }
        case .ends: break
        case .wakes(let object): state.withLock { $0.fire(object) }
        case .waits(let object):
            // What has fired already is not waited for.
            guard state.withLock({ $0.fired.remove(object) }) == nil else { return }
            turn.isWaiting = true
            pass(on: turn, .blocked(object))
        case .woken(let object):
            guard turn.isWaiting else { return }
            turn.isWaiting = false
            turn.gate.pass()
            state.withLock { _ = $0.fired.remove(object) }
        }
    }

    /// Ends a thread's turn.
    private func pass(on turn: Turn, _ status: Status) {
        let next = state.withLock { state in
            state.statuses[turn.number] = status
            return state.next(after: turn.number)
        }
        if next == turn.number { return }
        if let next { turns[next].gate.open() } else { finished.withLock { $0.take() }?.resume() }
        if status == .ready { turn.gate.pass() }
    }
}
