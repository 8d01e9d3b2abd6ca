internal import Depot
internal import Dispatch
internal import Synchronization

/// The making of one default, as the code inside it sees it.
final class DefaultBuild: Sendable {
    private let site: ReadSite?
    private let context: DependencyContext
    /// Whether an update closure asked, here or further out, which reports nothing.
    private let isSilent: Bool
    /// The build whose code asked for this one.
    private let outer: DefaultBuild?
    /// Whether the result must not be kept, so that the next reader is told what was kept quiet now.
    private let isProvisional = Atomic(false)
    /// Whether the result is one test's own; what is nobody's is not kept if there was something to report.
    private let isOfTest: Bool

    private init(of context: DependencyContext, isOfTest: Bool, for reader: DependencyValues) {
        let outer = ValueNode.current?.find(Key.id)?.value(of: Key.self) ?? nil
        self.context = context
        self.site = reader.site
        self.isSilent = reader.isUpdating || (outer?.isSilent ?? false)
        self.outer = outer
        self.isOfTest = isOfTest
    }

    /// The key under which the running build is known to the code inside it.
    enum Key: DependencyKey {
        static var id: ObjectIdentifier { ObjectIdentifier(Key.self) }
        static let liveValue: DefaultBuild? = nil
    }

    private static let ledger = Locked(BuildLedger())
    /// How long a thread in a suspected cycle waits before it says so.
    private static let patience = DispatchTimeInterval.seconds(5)
}

// MARK: - A missing test value

extension DefaultBuild {
    /// What the `testValue` that nobody wrote calls.
    static func noteMissingTestValue<Key: DependencyKey>(key: Key.Type) {
        if let build = ValueNode.current?.find(Self.Key.id)?.value(of: Self.Key.self) ?? nil {
            build.noteMissingTestValue(key: key)
        } else if ProcessState.shared.context == .test {
            DependencyIssue.missingTestValue(key: key, site: nil).report()
        }
    }

    private func noteMissingTestValue<Key: DependencyKey>(key: Key.Type) {
        guard context == .test else { return }
        var build: DefaultBuild? = self
        while let quiet = build, quiet.isSilent || !quiet.isOfTest {
            quiet.isProvisional.store(true, ordering: .relaxed)
            build = quiet.outer
        }
        if !isSilent { DependencyIssue.missingTestValue(key: key, site: site).report() }
    }
}

// MARK: - Making one

extension DefaultBuild {
    /// The default of `key`, made here or awaited from the thread that is at it.
    static func entry<Key: DependencyKey>(
        of key: Key.Type, in slot: DefaultSlot, _ context: DependencyContext, of cache: DefaultCache, for reader: DependencyValues
    ) -> DefaultEntry {
        let thread = currentThread()
        let target = BuildLedger.Target(cache: ObjectIdentifier(cache), slot: slot)
        while true {
            switch ledger.withLock({ $0.begin(target, on: thread) }) {
            case .build:
                let build = DefaultBuild(of: context, isOfTest: cache !== ProcessState.shared.defaults, for: reader)
                let entry = cache.find(slot)?.takeUnretainedValue() ?? build.make(key, in: slot, of: cache, for: reader)
                for waiter in ledger.withLock({ $0.finish(target, on: thread) }) { waiter.signal() }
                return entry
            case .wait(let semaphore):
                wait(semaphore, on: thread)
                ledger.withLock { $0.stopWaiting(thread) }
                if let entry = cache.find(slot)?.takeUnretainedValue() { return entry }
            case .cycle(let path):
                fatalError(DependencyIssue.cycle(path.map(\.slot), site: reader.site).text)
            }
        }
    }

    private static func wait(_ semaphore: DispatchSemaphore, on thread: BuildLedger.Thread) {
        while semaphore.wait(timeout: .now() + patience) == .timedOut {
            if let path = ledger.withLock({ $0.suspectedCycle(of: thread) }) {
                fatalError(DependencyIssue.cycle(path.map(\.slot), site: nil).text)
            }
        }
    }

    /// Runs the code of the key, with the values that are in effect for the reader, and keeps the result.
    private func make<Key: DependencyKey>(
        _ key: Key.Type, in slot: DefaultSlot, of cache: DefaultCache, for reader: DependencyValues
    ) -> DefaultEntry {
        let values = ValueNode.merged(reader.captured, reader.head)
        let node = ValueNode.adding(Self.Key.self, self, to: values)
        let value = Context.$bound.withValue(.context(Context.replacingValues(node))) {
            switch context {
            case .live: key.liveValue
            case .test: key.testValue
            case .preview: key.previewValue
            }
        }
        let entry = DefaultValue(value, isUnread: isSilent)
        return isProvisional.load(ordering: .relaxed) ? entry : cache.insert(entry, in: slot)
    }
}
