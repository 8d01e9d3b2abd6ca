import Depot
import Foundation
import Testing

/// Random programs of properties with files, beside a model of plain values.
///
/// `DEPOT_SEED` runs the programs of a seed again; `DEPOT_OPERATIONS=n` runs n new ones.
@Suite struct FilesModelTests {
    @Test func `H1 H5 H6 H8 H15 H16 files, and the properties that have them in two contexts, are as in the model`() async {
        await run(200, races: false)
    }

    @Test func `H1 H5 H6 H8 H15 H16 two steps at once end as one of their orders`() async { await run(200, races: true) }

    @Test func `H1 H5 H15 H16 values in user defaults are as in the model, and two steps at once end as one of their orders`() async {
        await run(200, races: false, in: .userDefaults)
        await run(200, races: true, in: .userDefaults)
    }

    private func run(_ usual: Int, races: Bool, in store: FilesPlace.Store = .files) async {
        let environment = ProcessInfo.processInfo.environment
        let programs = environment["DEPOT_OPERATIONS"].flatMap { Int($0) }
        let seed = environment["DEPOT_SEED"].flatMap { UInt64($0) } ?? (programs == nil ? 1 : .random(in: 0 ... .max))
        if programs != nil { FilesRunner.limit.withLock { $0 = .seconds(1) } }
        var random = Random(state: seed)
        for number in 0..<(programs ?? usual) {
            let program = FilesProgram(&random, races: races)
            guard let first = await FilesRunner.difference(program, in: store) else { continue }
            let shortest = await FilesRunner.shortened(program, in: store)
            Issue.record("seed \(seed), program \(number): \(first)\n\(program)\nshortened:\n\(shortest)")
            return
        }
        if let programs { print("\(programs) programs, seed \(seed)") }
    }
}
