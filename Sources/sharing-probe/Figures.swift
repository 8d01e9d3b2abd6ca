import Depot
import DepotSharing
import DepotValues
import Foundation
import Synchronization

/// Writes many times with nobody observing and no main run loop, and says by how much the process grew.
func million(_ writes: Int) {
    @Shared(.inMemory("count")) var count = 0
    @Shared(.fileStorage(FileManager.default.temporaryDirectory.appending(path: "million-\(getpid()).json"))) var file = 0
    for _ in 0..<10_000 {
        $count.withLock { $0 += 1 }
        $file.withLock { $0 += 1 }
    }
    let before = residentKilobytes()
    for _ in 0..<writes { $count.withLock { $0 += 1 } }
    for _ in 0..<writes { $file.withLock { $0 += 1 } }
    say("grown by \(residentKilobytes() - before) KiB")
}

func residentKilobytes() -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
    let fields = text.split(separator: " ")
    return (Int(fields[1]) ?? 0) * 4
}

/// The unit: lock, look up in a table by type, downcast, retain, unlock; generic and not specialized, as `depot-bench` has it.
private final class Floor: Sendable {
    private let boxes = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])

    private final class Box<Value: Sendable>: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    func set<Value: Sendable>(_ value: Value, as type: Value.Type) {
        boxes.withLock { $0[ObjectIdentifier(type)] = Box(value) }
    }

    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    func resolve<Value: Sendable>(_ type: Value.Type) -> Value {
        boxes.withLock { boxes in
            guard let box = boxes[ObjectIdentifier(type)] as? Box<Value> else { fatalError("\(type) is not there") }
            return box.value
        }
    }
}

private protocol Service: Sendable {}
private final class Plain: Service {}

/// What reading, writing and another reference cost, as ratios to a locked dictionary.
func bench() {
    let floor = Floor()
    floor.set(Plain(), as: (any Service).self)
    @Shared(.inMemory("count")) var count = 0
    let shared = $count
    let cases: [(name: String, run: (Int) -> Void)] = [
        ("c", { for _ in 0..<$0 { keep(floor.resolve((any Service).self)) } }),
        ("read", { for _ in 0..<$0 { keep(shared.wrappedValue) } }),
        ("withLock", { for _ in 0..<$0 { shared.withLock { $0 += 1 } } }),
        (
            "further reference",
            {
                for _ in 0..<$0 {
                    @Shared(.inMemory("count")) var other = 0
                    keep($other)
                }
            }
        ),
    ]
    var times = cases.map { _ in [Double]() }
    for _ in 0..<15 {
        for (index, (_, run)) in cases.enumerated() {
            let start = threadNanoseconds()
            run(20_000)
            times[index].append((threadNanoseconds() - start) / 20_000)
        }
    }
    let medians = times.map { $0.sorted()[7] }
    for (index, (name, _)) in cases.enumerated() {
        say("\(name): \(Int(medians[index])) ns, \((medians[index] / medians[0] * 100).rounded() / 100) c")
    }
}

@inline(never) private func keep<Value>(_ value: Value) { withExtendedLifetime(value) {} }

private func threadNanoseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
