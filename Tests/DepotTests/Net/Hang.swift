import Depot

/// A situation in which something that waits could wait for ever.
enum Hang: String, CaseIterable, Codable, Sendable {
    case ringOfTwo, ringOfThree, ringOfTwoInTasks, ringOfThreeInTasks
    case ringOfSyncAndAsync, ringOfParentAndChild, ringOfParentAndChildInTasks, ringOfTwoContainers, ringOfTwoContainersInTasks
    case ringThroughTransient, ringInScope, ringInOverrides
    case factoryWaitsForThread, factoryWaitsForThreadThatNeedsIt, disposerWaitsForThread
    case lockAroundChanges, lockInsideFactories, closeDuringRun
    case mainActorWaitsForRun, runWaitsForMainActor

    /// Brings it about again and again.
    func run(rounds: Int) async {
        for round in 0..<rounds {
            let problem = await problem(round)
            if let problem { fatalError("\(self), round \(round): \(problem)") }
        }
    }

    private func problem(_ round: Int) async -> String? {
        switch self {
        case .ringOfTwo: ServiceRing(2, meets: round % 2 == 0).runOnThreads()
        case .ringOfThree: ServiceRing(3, meets: round % 2 == 0).runOnThreads()
        case .ringOfTwoInTasks: await ServiceRing(2, isAsync: [true, true]).runInTasks()
        case .ringOfThreeInTasks: await ServiceRing(3, isAsync: [true, true, true]).runInTasks()
        case .ringOfSyncAndAsync: await ServiceRing(3, isAsync: [round % 2 == 0, false, true]).runInTasks()
        case .ringOfParentAndChild: ServiceRing(2 + round % 2, .parentAndChild, meets: round % 3 > 0).runOnThreads()
        case .ringOfParentAndChildInTasks: await ServiceRing(2, .parentAndChild, isAsync: [true, true]).runInTasks()
        case .ringOfTwoContainers: ServiceRing(2 + round % 2, .strangers, meets: round % 3 > 0).runOnThreads()
        case .ringOfTwoContainersInTasks: await ServiceRing(2, .strangers, isAsync: [true, true]).runInTasks()
        case .ringThroughTransient: ServiceRing(3, lifetimes: [.singleton, .transient, .singleton], meets: false).runOnThreads()
        case .ringInScope: ServiceRing(2, lifetimes: [.session, .session, .session], meets: round % 2 == 0).runInHeldScope()
        case .ringInOverrides: ServiceRing(2, meets: false).runInOverrides()
        case .factoryWaitsForThread: HangScenes.factoryWaitsForThread()
        case .factoryWaitsForThreadThatNeedsIt: HangScenes.factoryWaitsForThreadThatNeedsIt()
        case .disposerWaitsForThread: await HangScenes.disposerWaitsForThread()
        case .lockAroundChanges: HangScenes.lockAroundChanges()
        case .lockInsideFactories: HangScenes.lockInsideFactories()
        case .closeDuringRun: await HangScenes.closeDuringRun()
        case .mainActorWaitsForRun: await HangScenes.mainActorWaitsForRun()
        case .runWaitsForMainActor: await HangScenes.runWaitsForMainActor()
        }
    }
}

/// Services of which each needs the next, and the last one the first.
final class ServiceRing: Sendable {
    enum Containers {
        case one, parentAndChild, strangers
    }

    private let world = NetWorld()
    private let keys = [NetKey(NetItem<Net0>.self), NetKey(NetItem<Net1>.self), NetKey(NetItem<Net2>.self)]
    private let count: Int
    private let containers: [Container]
    private let errors = Locked<[any Error]>([])
    private let isAsync: [Bool]

    /// - Parameters:
    ///   - count: How many services it is of.
    ///   - containers: Where they are registered, in turn.
    ///   - lifetimes: How long they live.
    ///   - isAsync: Which of them are made by async factories.
    ///   - meets: Whether every factory waits until all of them run.
    init(
        _ count: Int, _ containers: Containers = .one, lifetimes: [NetLifetime] = [.singleton, .singleton, .singleton],
        isAsync: [Bool] = [false, false, false], meets: Bool = true
    ) {
        let first = Container()
        self.count = count
        self.containers =
            switch containers {
            case .one: [first, first, first]
            case .parentAndChild: [first, Container(parent: first), first]
            case .strangers: [first, Container(), first]
            }
        self.isAsync = isAsync
        let (barrier, meeting, entered) = (Barrier(count), Meeting(of: count), Counter())
        let isSync = !isAsync.contains(true)
        for index in 0..<count {
            let (world, key, next) = (world, keys[index], keys[(index + 1) % count])
            let target = self.containers[(index + 1) % count]
            let isInside = target === self.containers[index]
            let make: NetFactory = { [weak target] resolver in
                // The threads meet before any of them goes on, the first time.
                if meets, isSync, entered.increment() <= count { barrier.wait() }
                if isInside { _ = try next.resolveIn(resolver) } else if let target { _ = try next.resolve(target) }
                return NetFacts(world, key: index, generation: 0, home: 0, .singleton)
            }
            if index < isAsync.count, isAsync[index] {
                key.registerAsync(self.containers[index], lifetimes[index]) { [weak target] resolver in
                    if meets, !isAsync.prefix(count).contains(false) { await meeting.wait() }
                    if isInside {
                        _ = try await next.resolveAsyncIn(resolver)
                    } else if let target {
                        _ = try await next.resolveAsync(target)
                    }
                    return NetFacts(world, key: index, generation: 0, home: 0, .singleton)
                }
            } else {
                key.register(self.containers[index], lifetimes[index], make)
            }
        }
    }

    /// What is wrong with how it ended, if something is: each error is a cycle, there is one, and the ring can be mended.
    private func outcome(_ around: (() -> Void) -> Void = { $0() }) -> String? {
        let errors = errors.withLock { $0 }
        if errors.isEmpty { return "It was made." }
        for error in errors {
            let kind = (error as? ResolutionError)?.kind
            let isMixed = isAsync.contains(true) && isAsync.contains(false)
            if kind != "cycle", !(isMixed && kind == "requiresAsync") { return "It ended in \(error)" }
        }
        let last = count - 1
        keys[last].register(containers[last], .singleton) { [world] _ in NetFacts(world, key: last, generation: 0, home: 0, .singleton) }
        if isAsync.contains(true) { return nil }
        var problem: String?
        around {
            do throws(ResolutionError) { _ = try keys[0].resolve(containers[0]) } catch { problem = "It is not mended: \(error)" }
        }
        return problem
    }

    private func resolve(_ index: Int) {
        do throws(ResolutionError) { _ = try keys[index].resolve(containers[index]) } catch { errors.withLock { $0.append(error) } }
    }

    func runOnThreads() -> String? {
        race(count) { _, thread in self.resolve(thread) }
        return outcome()
    }

    func runInTasks() async -> String? {
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<count {
                group.addTask {
                    do { _ = try await self.keys[index].resolveAsync(self.containers[index]) } catch {
                        self.errors.withLock { $0.append(error) }
                    }
                }
            }
        }
        return outcome()
    }

    func runInHeldScope() -> String? {
        let session = HeldScope(.session, id: "ring", in: containers[0])
        race(count) { _, thread in session.withScope(.request) { self.resolve(thread) } }
        return outcome { body in session.withScope(.request) { body() } }
    }

    /// Each thread in an override of its own, in which nothing of the ring is replaced.
    func runInOverrides() -> String? {
        containers[0].register(Keychain.self, using: Keychain.init)
        race(count) { _, thread in
            self.containers[0].withOverrides {
                $0.replace(Keychain.self, with: Keychain())
            } operation: {
                self.resolve(thread)
            }
        }
        return outcome()
    }
}
