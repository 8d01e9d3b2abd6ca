import Depot

/// The rows about two threads: how much more two get done than one.
///
/// What the machine allows is measured beside them, in the same round: objects of each thread's own, one object of both, and graphs made
/// by hand. No code gets more out of one object than its reference counting allows.
func threadOutcomes(_ request: Request) -> [Outcome] {
    let gap = (0..<64).map { Plain(number: $0) }
    let objects = [Holder(gap[0]), Holder(gap[32])]
    let container = containerWithDistantServices()
    let requests = requestContainer()
    let login = Container { LoginAssembly() }
    let byHand = LoginByHand()
    keepObject(login.resolve(LoginViewModel.self))
    var free = Duel("floor: two threads, a loop without memory: against one", runs: 4_000_000) { _, count in Machine.spin(count) }
    var apart = Duel("floor: two threads, each retains its own object: against one", runs: 100_000) { thread, count in
        let object = objects[thread]
        for _ in 0..<count { keep(object.service()) }
    }
    var own = Duel("two threads, two singletons: throughput against one", runs: 100_000) { thread, count in
        if thread == 0 {
            for _ in 0..<count { keep(container.resolve((any Service).self)) }
        } else {
            for _ in 0..<count { keep(container.resolve((any OtherService).self)) }
        }
    }
    var shared = Duel("floor: two threads, both retain one object: against one", runs: 50_000) { _, count in
        for _ in 0..<count { keep(Globals.service()) }
    }
    var same = Duel("two threads, the same singleton: throughput against one", runs: 50_000) { _, count in
        for _ in 0..<count { keep(container.resolve((any Service).self)) }
    }
    var hand = Duel("floor: two threads, login graphs by hand: against one", runs: 5_000) { _, count in
        for _ in 0..<count { keepObject(byHand.viewModel()) }
    }
    var graphs = Duel("two threads, login graphs: throughput against one", runs: 3_000) { _, count in
        for _ in 0..<count { keepObject(login.resolve(LoginViewModel.self)) }
    }
    var scopes = Duel("two threads, request scopes with one object: throughput against one", runs: 4_000) { _, count in
        for _ in 0..<count { openRequest(requests) }
    }
    var whole = Duel("two threads, request scopes with one that takes two singletons and a scoped one: throughput against one", runs: 1_000)
    {
        _, count in
        for _ in 0..<count { openWholeRequest(requests) }
    }
    var given = Duel("two threads, request scopes that are given a value: throughput against one", runs: 4_000) { thread, count in
        for number in 0..<count { openRequest(requests, about: thread &+ number) }
    }
    var closures = Duel("two threads, request scopes with one made by a closure: throughput against one", runs: 4_000) { _, count in
        for _ in 0..<count { openRequestOfClosure(requests) }
    }
    for round in 0..<request.rounds {
        request.show(round)
        free.measure()
        apart.measure()
        own.measure()
        shared.measure()
        same.measure()
        hand.measure()
        graphs.measure()
        scopes.measure()
        whole.measure()
        given.measure()
        closures.measure()
    }
    return [
        free.outcome(), apart.outcome(), shared.outcome(), hand.outcome(), own.outcome(limit: .atLeast(1.8), floor: apart),
        graphs.outcome(floor: hand),
        graphs.outcome("two threads, login graphs: as a share of the floor's", asShareOf: hand, limit: .atLeast(0.9)),
        same.outcome(floor: shared),
        same.outcome("two threads, the same singleton: as a share of the floor's", asShareOf: shared, limit: .atLeast(0.96)),
        scopes.outcome(limit: .atLeast(1.7), floor: apart), whole.outcome(floor: apart),
        given.outcome(limit: .atLeast(1.7), floor: apart), closures.outcome(floor: apart),
    ]
}

/// A container with two settled singletons whose reference counts are not in one cache line, where each thread would wait for the other's.
private func containerWithDistantServices() -> Container {
    // Those that lie together are kept, so that others do not lie there again.
    var tried: [Container] = []
    while true {
        let container = benchContainer()
        let (one, other) = (container.resolve((any Service).self) as AnyObject, container.resolve((any OtherService).self) as AnyObject)
        let addresses = [one, other].map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }.sorted()
        tried.append(container)
        if addresses[1] - addresses[0] >= 256 || tried.count == 1_000 { return container }
    }
}
