import Depot

/// Waits other than rings; each says what is wrong with how it ended.
enum HangScenes {
    private static func kind(_ body: () throws(ResolutionError) -> Void) -> String {
        failure { () throws(ResolutionError) in try body() }?.kind ?? "made"
    }

    /// A factory waits for a thread that resolves something else.
    static func factoryWaitsForThread() -> String? {
        let container = Container()
        container.register(Log.self, .singleton, using: Log.init)
        container.register(UserID.self, .singleton) { _ in UserID(1) }
        container.register(Keychain.self, .singleton) { r in
            let resolved = onThread {
                try? r.resolve(Log.self).add("by the resolver")
                return (try? r.resolve(UserID.self)) != nil
            }
            return resolved ? Keychain() : try { throw Failure() }()
        }
        race(2) { _, _ in _ = container.resolve(Keychain.self) }
        return container.resolve(Log.self).all.count == 1 ? nil : "\(container.resolve(Log.self).all)"
    }

    /// A factory waits for a thread that needs what is being made: it is told so, if it uses the resolver.
    static func factoryWaitsForThreadThatNeedsIt() -> String? {
        let container = Container()
        let inner = Locked("")
        container.register(Keychain.self, .singleton) { r in
            let kind = onThread { HangScenes.kind { () throws(ResolutionError) in _ = try r.resolve(Keychain.self) } }
            inner.withLock { $0 = kind }
            return Keychain()
        }
        race(2) { _, _ in _ = container.resolve(Keychain.self) }
        let kind = inner.withLock { $0 }
        return kind == "cycle" ? nil : "The thread got \(kind)."
    }

    private final class Resource: Disposable, Sendable {
        private let end: @Sendable () -> Void
        init(_ end: @escaping @Sendable () -> Void) { self.end = end }
        func dispose() async { end() }
    }

    /// A disposer waits for a thread that registers, replaces and resolves.
    static func disposerWaitsForThread() async -> String? {
        let container = Container()
        let log = Log()
        container.register(Log.self, instance: log)
        container.register(Keychain.self, .singleton, using: Keychain.init)
        container.register(Resource.self, .scoped(.request)) { [unowned container] _ in
            Resource {
                onThread {
                    container.replace(Keychain.self, with: Keychain()).restore()
                    container.register(UserID.self) { _ in UserID(2) }
                    container.resolve(Log.self).add("disposed")
                }
            }
        }
        synchronously { container.withScope(.request) { _ = container.resolve(Resource.self) } }
        await container.settled()
        return log.all == ["disposed"] ? nil : "\(log.all)"
    }

    /// A lock of the user's is held while registering, replacing and restoring, and taken by nobody's factory.
    static func lockAroundChanges() -> String? {
        let container = makeStack()
        let lock = Locked(0)
        race(4) { _, thread in
            for _ in 0..<20 {
                if thread % 2 == 0 {
                    lock.withLock { count in
                        count += 1
                        let replacement = container.replace((any Network).self, with: MockNetwork())
                        container.register(Repository.self, .singleton, using: Repository.init)
                        replacement.restore()
                    }
                } else {
                    _ = container.resolve(Screen.self)
                }
            }
        }
        return container.resolve(Screen.self).network.tag == "real" ? nil : "A mock is left."
    }

    /// Every factory takes a lock of the user's, and those who resolve hold none.
    static func lockInsideFactories() -> String? {
        let container = Container()
        let lock = Locked(0)
        container.register((any Network).self, .singleton) { _ in
            lock.withLock { $0 += 1 }
            return RealNetwork()
        }
        container.register(Repository.self, .singleton) { r in
            let network = try r.resolve((any Network).self)
            return lock.withLock { count in
                count += 1
                return Repository(network)
            }
        }
        race(4) { _, thread in
            for round in 0..<10 {
                if thread == 0 { container.register(Keychain.self, name: "\(round)", .singleton, using: Keychain.init) }
                _ = container.resolve(Repository.self)
                lock.withLock { $0 += 1 }
            }
        }
        return lock.withLock { $0 } == 42 ? nil : "\(lock.withLock { $0 })"
    }

    /// A container is closed while one thread makes something and another waits for that.
    static func closeDuringRun() async -> String? {
        let container = Container()
        let (hasBegun, mayEnd) = (Gate(), Gate())
        container.register(Keychain.self, .singleton) { _ in
            hasBegun.open()
            mayEnd.pass()
            return Keychain()
        }
        let kinds = Locked<[String]>([])
        let threads = (0..<2).map { _ in
            startThread {
                let kind = HangScenes.kind { () throws(ResolutionError) in _ = try container.tryResolve(Keychain.self) }
                kinds.withLock { $0.append(kind) }
            }
        }
        hasBegun.pass()
        await container.close()
        mayEnd.open()
        mayEnd.open()
        for thread in threads { join(thread) }
        let all = kinds.withLock { $0 }
        return all == ["closed", "closed"] ? nil : "\(all)"
    }

    @MainActor private final class Title {}

    /// The main actor resolves what another thread is making, which needs the main actor.
    static func mainActorWaitsForRun() async -> String? {
        let container = Container()
        container.register(Title.self, onMainActor: { _ in Title() })
        let hasBegun = AsyncGate()
        container.register(Keychain.self, .singleton) { r in
            hasBegun.open()
            for _ in 0..<10 { yieldProcessor() }
            // Off the main actor it is an error, and not a wait.
            _ = try? r.resolve(Title.self)
            return Keychain()
        }
        let thread = startThread { _ = container.resolve(Keychain.self) }
        await hasBegun.pass()
        await MainActor.run { _ = container.resolve(Keychain.self) }
        join(thread)
        return nil
    }

    /// Tasks wait for an async service that needs the main actor, which asks for that service meanwhile.
    static func runWaitsForMainActor() async -> String? {
        let container = Container()
        container.register(Title.self, onMainActor: { _ in Title() })
        container.registerAsync(Keychain.self, .singleton) { r in
            _ = try await r.resolveAsync(Title.self)
            await Task.yield()
            return Keychain()
        }
        let kinds = await withTaskGroup(of: String.self) { group in
            for _ in 0..<3 {
                group.addTask { (try? await container.resolveAsync(Keychain.self)) == nil ? "failed" : "made" }
            }
            group.addTask { @MainActor in
                HangScenes.kind { () throws(ResolutionError) in _ = try container.tryResolve(Keychain.self) }
            }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        return kinds.isSubset(of: ["made", "requiresAsync"]) ? nil : "\(kinds)"
    }
}
