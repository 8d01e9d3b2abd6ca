import Depot
import Testing

/// Random programs of two and three threads, in random orders.
///
/// The seed of one that fails is printed; `DEPOT_SEED` runs it again.
@Suite struct RandomOrderTests {
    /// What a thread does in one step.
    private enum Step: Int, CaseIterable, CustomStringConvertible {
        case resolveStore, resolveUser, resolveEgg, resolveView, replace, replaceByInstance, restore, registerSource, registerUser
        case override, scope, nested, child, collect

        var description: String {
            switch self {
            case .resolveStore: "resolve the store"
            case .resolveUser: "resolve the user"
            case .resolveEgg: "resolve the egg"
            case .resolveView: "resolve a view"
            case .replace: "replace the source by a factory"
            case .replaceByInstance: "replace the source by an instance"
            case .restore: "restore"
            case .registerSource: "register the source again"
            case .registerUser: "register the user again"
            case .override: "override"
            case .scope: "open a request"
            case .nested: "override in a request"
            case .child: "open a child"
            case .collect: "resolve all"
            }
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `C R S whatever the order of turns, all is made once, whole and released`(part: UInt64) async {
        // In parts that run at once: in each, all threads but one wait.
        let seed = seedFromEnvironment()
        var seeds = ModelGenerator(seed: testSeed() &+ part)
        for _ in 0..<(seed == nil ? stressRounds(debug: 40, release: 12_500) : 1) {
            let seed = seed ?? seeds.next()
            var generator = ModelGenerator(seed: seed)
            let threads = (0..<Int.random(in: 2...3, using: &generator)).map { _ in
                (0..<Int.random(in: 1...4, using: &generator)).map { _ in Step.allCases.randomElement(using: &generator) ?? .scope }
            }
            // Half of them with functions of dependencies.
            let form = seed & 1 == 1 ? ScheduleForm.functions : seed & 2 == 0 ? .closures : .keepers
            let program = ScheduleWorld.$form.withValue(form) { self.program(threads) }
            let (outcome, _) = await Schedule.run(program.bodies, .bothSides, RandomChooser(generator: generator))
            let fault = outcome.isStuck ? "the threads wait for each other" : await program.check()
            if let fault {
                Issue.record("seed \(seed), turns \(outcome.trace.joined()): \(fault)\n\(threads.map { "\($0)" }.joined(separator: "\n"))")
                return
            }
        }
    }

    private func program(_ threads: [[Step]]) -> ScheduleProgram {
        .on(
            threads.map { steps in
                { container, world in
                    var replacements: [Replacement] = []
                    for step in steps { Self.take(step, container, world, &replacements) }
                    for replacement in replacements { replacement.restore() }
                }
            }
        ) { container, world in
            container.register(ScheduleEgg.self, .weak) { ScheduleEgg(world, try $0.resolve(ScheduleStore.self)) }
        } check: { container in
            if let replacement = container.unusedReplacements.first { return "\(replacement) is still replaced" }
            return try ScheduleProgram.isWhole(container)
        }
    }

    private static func take(_ step: Step, _ container: Container, _ world: ScheduleWorld, _ replacements: inout [Replacement]) {
        switch step {
        case .resolveStore: check(world.resolve(ScheduleStore.self, from: container), world)
        case .resolveUser: check(world.resolve(ScheduleUser.self, from: container), world)
        case .resolveEgg: check(world.resolve(ScheduleEgg.self, from: container), world)
        case .resolveView: check(world.resolve(ScheduleView.self, from: container), world)
        case .collect: for source in container.resolveAll(ScheduleUser.self) { check(source, world) }
        case .replace: replacements.append(container.replace(ScheduleSource.self) { _ in ScheduleMock(world) })
        case .replaceByInstance: replacements.append(container.replace(ScheduleSource.self, with: ScheduleMock(world)))
        case .restore: if !replacements.isEmpty { replacements.removeFirst().restore() }
        case .registerSource: container.register(ScheduleSource.self, .singleton) { _ in ScheduleSource(world) }
        case .registerUser: container.register(ScheduleUser.self, .singleton) { ScheduleUser(world, try $0.resolve(ScheduleSource.self)) }
        case .override: override(container, world)
        case .scope: request(container, world)
        case .nested: container.withScope(.request) { override(container, world) }
        case .child:
            let child = Container(parent: container)
            child.register(ScheduleChicken.self, .singleton) { ScheduleChicken(world, try $0.resolve(ScheduleStore.self)) }
            check(world.resolve(ScheduleChicken.self, from: child), world)
        }
    }

    /// What others replace may be anything; what an override replaces is what is seen there.
    private static func override(_ container: Container, _ world: ScheduleWorld) {
        let mock = ScheduleMock(world)
        container.withOverrides {
            $0.replace(ScheduleSource.self, with: mock)
        } operation: {
            for _ in 0..<2 {
                let store = world.resolve(ScheduleStore.self, from: container)
                if store?.part?.part !== mock { world.complain("an override without its mock") }
            }
            request(container, world)
        }
    }

    private static func request(_ container: Container, _ world: ScheduleWorld) {
        container.withScope(.request) {
            let request = world.resolve(ScheduleRequest.self, from: container)
            check(request, world)
        }
    }

    private static func check(_ node: ScheduleNode?, _ world: ScheduleWorld) {
        guard let node else { return world.complain("nothing was made") }
        if !(node is ScheduleSource), node.part == nil { world.complain("half an instance") }
    }
}
