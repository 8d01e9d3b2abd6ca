import Depot
import Testing

/// Those who await one instance, and who of them gives up.
@Suite struct SharedAsyncTests {
    private let container = Container()
    private let started = AsyncGate()
    private let release = AsyncGate()
    private let runs = Counter()

    init() {
        let (started, release, runs) = (started, release, runs)
        container.registerAsync(Keychain.self, .singleton) { _ in
            runs.increment()
            started.open()
            await release.pass()
            try Task.checkCancellation()
            return Keychain()
        }
    }

    /// A task that waits for the factory when this returns: it runs here until it has to wait.
    private func waitingTask() -> Task<Keychain, any Error> {
        let container = container
        return Task.immediate { try await container.resolveAsync(Keychain.self) }
    }

    @Test(arguments: 1...6) func `C14 C15 who asks without waiting takes nothing from those who wait`(decision: Int) async throws {
        let container = container
        let thread = StoppedThread(before: decision) {
            do throws(ResolutionError) { _ = try container.tryResolve(Keychain.self) } catch {
                if error.kind != "requiresAsync" { Issue.record("\(error)") }
            }
        }
        let waiting = waitingTask()
        thread.goOn()
        release.open()
        let made = try await waiting.value
        #expect(container.resolve(Keychain.self) === made)
        #expect(runs.value == 1)
    }

    @Test(arguments: [true, false]) func `C15 in an override of a child, too, a throw reaches all who wait, and the factory has run once`(
        isTouched: Bool
    ) async {
        struct Down: Error {}
        let parent = Container()
        let (started, release, runs) = (started, release, runs)
        parent.register(String.self) { _ in "real" }
        parent.registerAsync(Keychain.self, .singleton) { r in
            runs.increment()
            if isTouched { _ = try r.resolve(String.self) }
            started.open()
            await release.pass()
            throw Down()
        }
        let child = Container(parent: parent)
        await child.withOverrides {
            $0.replace(String.self, with: "mock")
        } operation: {
            // Each runs here until it has to wait.
            let waiting = (0..<3).map { _ in Task.immediate { try await child.resolveAsync(Keychain.self) } }
            await started.pass()
            release.open()
            for task in waiting {
                let error = await #expect(throws: ResolutionError.self) { try await task.value }
                #expect(error?.underlying is Down)
            }
        }
        #expect(runs.value == 1)
    }

    @Test(arguments: [true, false]) func `C15 C4 a factory that changes something and fails is run once, and tells why`(
        isOverride: Bool
    ) async {
        struct Down: Error {}
        let (container, runs) = (Container(), runs)
        container.register(String.self, .singleton) { _ in "real" }
        container.registerAsync(Keychain.self, .singleton) { [unowned container] _ in
            runs.increment()
            if isOverride {
                container.withOverrides {
                    $0.replace(String.self, with: "mock")
                } operation: {
                    _ = try? container.tryResolve(String.self)
                }
            } else {
                container.register(String.self, .singleton) { _ in "another" }
            }
            throw Down()
        }
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Keychain.self) }
        #expect(error?.underlying is Down)
        #expect(runs.value == 1)
    }

    @Test func `C15 one who is cancelled stops waiting, and the others get the instance`() async throws {
        let first = waitingTask()
        await started.pass()
        let second = waitingTask()
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        release.open()
        let made = try await second.value
        #expect(container.resolve(Keychain.self) === made)
        #expect(runs.value == 1)
    }

    @Test func `C15 when all who wait are cancelled, so is the factory, and the next resolve tries again`() async throws {
        let only = waitingTask()
        await started.pass()
        only.cancel()
        await #expect(throws: CancellationError.self) { try await only.value }
        release.open()
        let made = try await container.resolveAsync(Keychain.self)
        #expect(container.resolve(Keychain.self) === made)
        #expect(runs.value == 2)
    }

    @Test func `C15 who comes after all were cancelled does not get their error, whatever the factory makes of a cancellation`()
        async throws
    {
        let (cancelled, runs) = (AsyncGate(), runs)
        container.registerAsync(Keychain.self, .singleton) { [started, release] _ in
            if runs.increment() > 1 { return Keychain() }
            started.open()
            await withTaskCancellationHandler {
                await release.pass()
            } onCancel: {
                cancelled.open()
            }
            throw Failure()
        }
        let first = waitingTask()
        await started.pass()
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        await cancelled.pass()
        let second = waitingTask()
        release.open()
        let made = try await second.value
        #expect(container.resolve(Keychain.self) === made)
        #expect(runs.value == 2)
    }

    @Test func `R6 C7 who makes an async service gets it, also where it was made from an override that is none of its container's`()
        async throws
    {
        let (container, runs) = (makeStack(), runs)
        container.registerAsync(Client.self, .weak) { _ in
            runs.increment()
            return Client(Container.shared.resolve((any Network).self))
        }
        var copy: Container?
        try await container.withOverrides {
            $0.replace((any Network).self) { _ in MockNetwork() }
        } operation: {
            let made = Container.shared.copy()
            copy = made
            let client = try await made.resolveAsync(Client.self)
            #expect(client.network.tag == "mock")
            #expect(runs.value == 1)
        }
        // Outside, its factory asks the container, and not the copy, which has the mock.
        let client = try await container.withScope(.request) { try await copy?.resolveAsync(Client.self) }
        #expect(client?.network.tag == "real")
        #expect(runs.value == 2)
    }

    @Test func `R6 C7 who makes an async service of a parent gets it, also where it was made from an override of a child`() async throws {
        let (parent, runs) = (makeStack(), runs)
        parent.registerAsync(Client.self, .weak) { _ in
            runs.increment()
            return Client(Container.shared.resolve((any Network).self))
        }
        let client = try await Container(parent: parent).withOverrides {
            $0.replace((any Network).self) { _ in MockNetwork() }
        } operation: {
            try await parent.resolveAsync(Client.self)
        }
        #expect(client.network.tag == "mock")
        #expect(runs.value == 1)
    }

    @Test func `C7 C15 a weak async service that meets an override is made once for the task that asks`() async throws {
        for _ in 1...200 {
            let (container, runs) = (makeStack(), Counter())
            container.registerAsync(Client.self, .weak) { r in
                runs.increment()
                let network = try r.resolve((any Network).self)
                await Task.yield()
                return Client(network)
            }
            try await container.withOverrides {
                $0.replace((any Network).self) { _ in MockNetwork() }
            } operation: {
                let client = try await container.resolveAsync(Client.self)
                #expect(client.network.tag == "mock")
            }
            #expect(runs.value == 1)
        }
    }
}
