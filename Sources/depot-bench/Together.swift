import Foundation
import Synchronization

/// When a thread worked, and how much.
struct Span {
    /// Nanoseconds of the processor: what others do on the machine does not count, nor does waiting.
    var processor = 0.0
    /// By the clock on the wall.
    var began = 0.0
    var ended = 0.0
    /// How long the thread could have run, and another one had its processor; 0 where the system does not say.
    var delay = 0.0

    /// By the wall.
    var length: Double { ended - began }
}

extension [Span] {
    /// From the first one's begin to the last one's end.
    var length: Double { (map(\.ended).max() ?? 0) - (map(\.began).min() ?? 0) }

    /// Whether the threads worked at once, and no other process had their processors meanwhile, or next to never.
    var wasUndisturbed: Bool {
        let began = map(\.began).sorted()
        return reduce(0) { $0 + $1.delay } < 0.02 * length && (began.last ?? 0) - (began.first ?? 0) < 0.02 * length
    }
}

/// Runs each work on a thread of its own, all from the same moment.
func together(_ works: [@Sendable () -> Void]) -> [Span] {
    let gate = Gate(works.count)
    let group = DispatchGroup()
    for (index, work) in works.enumerated() {
        group.enter()
        Thread.detachNewThread {
            let delay = threadDelay()
            gate.pass()
            let (began, processor) = (wallTime(), threadTime())
            work()
            var span = Span(processor: threadTime() - processor, began: began, ended: wallTime())
            span.delay = threadDelay() - delay
            gate.finish(index, span)
            group.leave()
        }
    }
    group.wait()
    return gate.spans
}

/// Lets threads go at the same moment, spinning so that none has to be woken.
private final class Gate: Sendable {
    private let missing: Atomic<Int>
    private let finished: Mutex<[Span]>

    init(_ count: Int) {
        missing = Atomic(count)
        finished = Mutex(Array(repeating: Span(), count: count))
    }

    func pass() {
        missing.subtract(1, ordering: .acquiringAndReleasing)
        while missing.load(ordering: .acquiring) > 0 {}
    }

    func finish(_ index: Int, _ span: Span) { finished.withLock { $0[index] = span } }

    var spans: [Span] { finished.withLock(\.self) }
}
