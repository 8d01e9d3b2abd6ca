import Depot
import DepotTesting
import DepotValues
import Foundation
import Testing

/// Random programs of values, lifetimes, scopes, handles and overrides, beside a model of dictionaries.
///
/// `DEPOT_SEED` runs the programs of a seed again; `DEPOT_OPERATIONS=n` runs new ones of n steps together.
@Suite struct ValuesModelTests {
    @Test func `V1 V3 V4 V11 what factories, properties and handles see is what the model says`() async throws {
        let environment = ProcessInfo.processInfo.environment
        let operations = environment["DEPOT_OPERATIONS"].flatMap { Int($0) } ?? 20_000
        let isNew = environment["DEPOT_OPERATIONS"] != nil
        let seed = environment["DEPOT_SEED"].flatMap { UInt64($0) } ?? (isNew ? .random(in: 0 ... .max) : 1)
        var generator = ValuesGenerator(seed: seed)
        var count = 0
        while count < operations {
            let program = generator.program()
            count += program.steps.reduce(0) { $0 + $1.count }
            let differences = await ValuesRunner(program).differences()
            guard let first = differences.first else { continue }
            let shortest = await ValuesRunner.shortened(program)
            let told = await ValuesRunner(shortest).differences().first ?? first
            Issue.record("seed \(seed): \(told)\n\(shortest)")
            return
        }
        if isNew { print("\(count) operations, seed \(seed)") }
    }

    /// A program that once found something: what a singleton's property got in an override asked that after its end.
    @Test func `R9 a property keeps nothing of an override in which it was read, also where that replaces nothing of it`() async {
        func named(_ variant: Int) -> ModelServiceKey { ModelService(form: .named).key(0, variant) }
        let services = [
            ModelService(form: .named, lifetime: .cached, later: [ModelServiceKey(number: 1)]),
            ModelService(lifetime: .graph, later: [ModelServiceKey(number: 1)]),
        ]
        let read: [ValuesStep] = [.resolve(named(1), inChild: false), .call(0, handle: 3)]
        let inOverride = ValuesStep.beside(named(0), key: 0, 24, read)
        let steps = [inOverride] + read + (0..<7).map { .call(1, handle: $0) }
        let differences = await ValuesRunner(ValuesProgram(services: services, inChild: [], steps: steps)).differences()
        #expect(differences.isEmpty)
    }
}

struct ValuesProgram: Sendable, CustomStringConvertible {
    var services: [ModelService]
    /// What the child has registered for itself, too.
    var inChild: [Int]
    var steps: [ValuesStep]

    var description: String {
        var lines = services.enumerated().map { number, service in
            let form = "\(service.form)\(service.isAsync ? ", async" : "")"
            return "\(number): \(service.lifetime), \(form), needs \(service.needs), later \(service.later)"
        }
        lines.append("in the child: \(inChild)")
        return (lines + steps.map { "\($0)" }).joined(separator: "\n")
    }
}

/// What a program does; held objects are told by their number, counted from the first.
indirect enum ValuesStep: Sendable {
    case resolve(ModelServiceKey, inChild: Bool)
    case read(Int)
    case call(Int, handle: Int)
    case values(key: Int, Int, [ValuesStep])
    case scope(ModelScope, [ValuesStep])
    case override(ModelServiceKey, [ValuesStep])
    /// A replacement, or a contribution, beside a value.
    case beside(ModelServiceKey, key: Int, Int, [ValuesStep])
    case from(Int, [ValuesStep])
    case escaped(key: Int, Int, [ValuesStep])
    case task([ValuesStep])
    case detached([ValuesStep])
    case replace(ModelServiceKey)
    /// Begins to observe the container, or ends the observation.
    case observe
    case restore
    case setScope(ModelScope, Int)
    case clearScope(ModelScope)

    var inner: [ValuesStep] {
        get {
            switch self {
            case .values(_, _, let inner), .scope(_, let inner), .override(_, let inner), .beside(_, _, _, let inner), .from(_, let inner),
                .escaped(_, _, let inner), .task(let inner), .detached(let inner):
                inner
            default: []
            }
        }
        set {
            switch self {
            case .values(let key, let value, _): self = .values(key: key, value, newValue)
            case .scope(let scope, _): self = .scope(scope, newValue)
            case .override(let number, _): self = .override(number, newValue)
            case .beside(let number, let key, let value, _): self = .beside(number, key: key, value, newValue)
            case .from(let held, _): self = .from(held, newValue)
            case .escaped(let key, let value, _): self = .escaped(key: key, value, newValue)
            case .task: self = .task(newValue)
            case .detached: self = .detached(newValue)
            default: break
            }
        }
    }

    var count: Int { inner.reduce(1) { $0 + $1.count } }
}
