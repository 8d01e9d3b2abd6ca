import Depot
import Testing

/// Several threads that resolve what functions make of each other, and changes while they do.
@Suite struct FunctionGraphRaceTests {
    private let container = Container()
    private let made = Counter()
    /// Has the function of the network stop, once.
    private let stops = Box(false)
    private let isMaking = Gate()
    private let mayGoOn = Gate()

    init() {
        let (made, stops, isMaking, mayGoOn) = (made, stops, isMaking, mayGoOn)
        container.register(
            RealNetwork.self, .singleton,
            using: {
                made.increment()
                if stops.value {
                    stops.value = false
                    isMaking.open()
                    mayGoOn.pass()
                }
                return RealNetwork()
            })
        container.register((any Network).self, .singleton, using: { (network: RealNetwork) -> any Network in network })
        container.register(Repository.self, .singleton, using: Repository.init)
        container.register(UseCase.self, .singleton, using: UseCase.init)
        container.register(Screen.self, .singleton, using: Screen.init)
    }

    /// Each way to look at the graph while its bottom is being made.
    enum Looked: CaseIterable, Sendable {
        case atTheTop, inTheMiddle, atTheBottom, atAll
    }

    @Test(arguments: Looked.allCases)
    func `C2 R1: who asks for a part of a graph that is being made waits for it, and nothing is forgotten`(_ looked: Looked) {
        let (container, waiters, seen) = (container, Waiters(), Box<Screen?>(nil))
        stops.value = true
        let maker = startThread { seen.value = container.resolve(Screen.self) }
        isMaking.pass()
        var others: [ThreadID] = []
        if looked == .atTheTop || looked == .atAll { others.append(waiters.startThread { _ = container.resolve(Screen.self) }) }
        if looked == .inTheMiddle || looked == .atAll { others.append(waiters.startThread { _ = container.resolve(UseCase.self) }) }
        if looked == .atTheBottom || looked == .atAll { others.append(waiters.startThread { _ = container.resolve(RealNetwork.self) }) }
        waiters.pass(others.count)
        mayGoOn.open()
        for thread in [maker] + others { join(thread) }
        #expect(made.value == 1)
        #expect(seen.value === container.resolve(Screen.self))
        // Each has noted what it was made from, whoever had seen it by then.
        let bottom = container.resolve(RealNetwork.self)
        container.replace(RealNetwork.self, with: RealNetwork())
        let replaced = container.resolve(Screen.self)
        #expect(replaced !== seen.value)
        #expect(replaced.network !== bottom)
        container.restoreAll()
        #expect(container.resolve(Screen.self) === seen.value)
    }

    @Test func `C4 R1: what is registered anew while a graph is being made of it is not kept`() {
        let (container, seen) = (container, Box<Screen?>(nil))
        stops.value = true
        let maker = startThread { seen.value = container.resolve(Screen.self) }
        isMaking.pass()
        container.register(RealNetwork.self, .singleton, using: RealNetwork.init)
        mayGoOn.open()
        join(maker)
        let screen = container.resolve(Screen.self)
        #expect(screen === seen.value)
        #expect(screen.network === container.resolve(RealNetwork.self))
    }

    @Test func `C4 R1 R2: what is replaced while a graph is being made of it, and restored later`() {
        let container = container
        stops.value = true
        let maker = startThread { _ = container.resolve(Screen.self) }
        isMaking.pass()
        container.replace((any Network).self, with: MockNetwork())
        mayGoOn.open()
        join(maker)
        #expect(container.resolve(Screen.self).network.tag == "mock")
        container.restoreAll()
        #expect(container.resolve(Screen.self).network === container.resolve(RealNetwork.self))
        #expect(made.value == 1)
    }

    @Test func `C16: what is being made when the container closes is not kept`() async {
        let container = container
        stops.value = true
        let failed = Box(false)
        let maker = startThread {
            do throws(ResolutionError) {
                _ = try container.tryResolve(Screen.self)
            } catch {
                failed.value = error.kind == "closed"
            }
        }
        isMaking.pass()
        _ = await container.close()
        mayGoOn.open()
        join(maker)
        #expect(failed.value)
    }

    @Test func `C2: threads that race for parts of a graph share each`() {
        for _ in 0..<stressRounds(debug: 200, release: 5_000) {
            let container = container.copy()
            let screens = Log()
            race(4, rounds: 1) { _, thread in
                switch thread {
                case 0: _ = container.resolve(Repository.self)
                case 1: _ = container.resolve((any Network).self)
                default:
                    let screen = container.resolve(Screen.self)
                    screens.add("\(ObjectIdentifier(screen))")
                }
            }
            #expect(Set(screens.all).count == 1)
            #expect(container.resolve(Screen.self).network === container.resolve(RealNetwork.self))
        }
    }
}
