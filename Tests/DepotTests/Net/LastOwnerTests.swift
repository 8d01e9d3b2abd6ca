import Depot
import Testing

/// A container that is not kept.
private final class WeakContainer: Sendable {
    private weak let held: Container?
    var container: Container? { held }

    init(_ container: Container) {
        held = container
    }
}

/// C17: whatever an object of the user's does when it goes, wherever the container is its last owner.
///
/// Each wish in a process of its own, which a watchdog ends: what waits for itself would wait for ever.
@Suite struct LastOwnerTests {
    @Test(arguments: LastWish.allCases) func `C17 a deinit may do anything wherever the container is the last owner`(wish: LastWish) async {
        await #expect(processExitsWith: .success) { [wish = wish as LastWish] in
            startWatchdog()
            for owner in LastOwner.all where !owner.isInRun || wish != .replaces {
                let (made, gone) = (Counter(), Counter())
                do {
                    let container = Container()
                    container.register(Log.self, .singleton, using: Log.init)
                    container.register(Keychain.self, .singleton, using: Keychain.init)
                    container.register((any Network).self, .singleton, using: RealNetwork.init)
                    container.register(Client.self, using: Client.init)
                    let weak = WeakContainer(container)
                    await owner.release(container) {
                        made.increment()
                        return Mourner {
                            // Not in the middle of the container's own end.
                            if let container = weak.container { wish.fulfil(in: container) }
                            gone.increment()
                        }
                    }
                    await container.settled()
                    _ = container.resolve(Client.self)
                }
                for _ in 0..<1_000_000 {
                    if gone.value == made.value { break }
                    await Task.yield()
                }
                if made.value == 0 { Issue.record("\(owner.name): nothing was made.") }
                if gone.value != made.value { Issue.record("\(owner.name): \(gone.value) of \(made.value) have gone.") }
            }
        }
    }
}
