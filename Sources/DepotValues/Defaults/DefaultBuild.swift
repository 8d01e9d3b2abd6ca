internal import Depot
internal import Dispatch
internal import Synchronization

/// The making of one default, as the code inside it sees it.
final class DefaultBuild: Sendable {
    private let site: ReadSite?
    private let context: DependencyContext
    /// Whether an update closure asked, here or further out, which reports nothing.
    private let isSilent: Bool
    /// Whether the reader is itself the making of something that all tasks share.
    private let isForAll: Bool
    /// The build whose code asked for this one.
    private let outer = DefaultBuild.running
    /// Whether the result must not be kept, so that the next reader is told what was kept quiet now.
    private let isProvisional = Atomic(false)
    /// Whether the result is one test's own; what is nobody's is not kept if there was something to report.
    private let isOfTest: Bool

    private init(of context: DependencyContext, isOfTest: Bool, for reader: DependencyValues) {
        self.context = context
        self.isOfTest = isOfTest
        site = reader.site
        isSilent = DefaultBuild.isSilent(reader)
        isForAll = reader.head?.isOfAll ?? false
    }

    /// Whether nothing but an update closure asks, here or further out: that is no read.
    static func isSilent(_ reader: DependencyValues) -> Bool { reader.isUpdating || running?.isSilent ?? false }

    private static let ledger = Locked(BuildLedger())
    /// How long a thread in a suspected cycle waits before it says so.
    private static let patience = DispatchTimeInterval.seconds(5)
}

// MARK: - A missing test value

extension DefaultBuild {
    /// What the `testValue` that nobody wrote calls.
    static func noteMissingTestValue(key: any DependencyKey.Type) {
        if let build = running {
            build.noteMissingTestValue(key: key)
        } else if ProcessState.shared.context == .test {
            DependencyIssue.missingTestValue(key: key, site: nil).report()
        }
    }

    private func noteMissingTestValue(key: any DependencyKey.Type) {
        guard context == .test else { return }
        var build: DefaultBuild? = self
        while let quiet = build, quiet.isSilent || !quiet.isOfTest {
            quiet.isProvisional.store(true, ordering: .relaxed)
            build = quiet.outer
        }
        if !isSilent { DependencyIssue.missingTestValue(key: key, site: site, isForAll: isForAll).report() }
    }
}

// MARK: - A missing live value

extension DefaultBuild {
    private func noteMissingLiveValue(key: any TestDependencyKey.Type) {
        isProvisional.store(true, ordering: .relaxed)
        if isSilent { return }
        let issue = DependencyIssue.missingLiveValue(key: key, site: site)
        guard ProcessState.shared.isTest else { fatalError(issue.text) }
        issue.report()
    }
}

// MARK: - Making one

extension DefaultBuild {
    /// The default of `key`, made here or awaited from the thread that is at it.
    static func entry(
        of key: any TestDependencyKey.Type, in slot: DefaultSlot, _ context: DependencyContext, of cache: DefaultCache,
        for reader: DependencyValues
    ) -> DefaultEntry {
        let thread = CurrentThread.id
        let target = BuildLedger.Target(cache: ObjectIdentifier(cache), slot: slot)
        waiting: while true {
            switch ledger.withLock({ $0.begin(target, on: thread) }) {
            case .build: break waiting
            case .wait(let semaphore):
                if let ring = WaitGraph.wait(for: turn(of: target), { wait(semaphore, on: thread) }) {
                    if ring.isExclusive { fatalError(DependencyIssue.cycle(ring.path.map(\.description), site: reader.site).text) }
                    ledger.withLock { $0.buildAnyway(target, on: thread) }
                    break waiting
                }
                if let entry = cache.settle(slot, isRead: !isSilent(reader)) { return entry }
            case .cycle(let path):
                fatalError(DependencyIssue.cycle(path.map(\.slot.keyName), site: reader.site).text)
            }
        }
        let build = DefaultBuild(of: context, isOfTest: cache !== ProcessState.shared.defaults, for: reader)
        let entry = cache.settle(slot, isRead: !build.isSilent) ?? build.make(key, in: slot, of: cache, for: reader)
        for waiter in ledger.withLock({ $0.finish(target, on: thread) }) { waiter.signal() }
        return entry
    }

    /// The making of a default, as what one thread has and others wait for.
    private static func turn(of target: BuildLedger.Target) -> ThreadTurn {
        ThreadTurn(isExclusive: false) {
            ledger.withLock { $0.builder(of: target) }
        } name: {
            target.slot.keyName
        }
    }

    private static func wait(_ semaphore: DispatchSemaphore, on thread: BuildLedger.Thread) {
        while semaphore.wait(timeout: .now() + patience) == .timedOut {
            if let path = ledger.withLock({ $0.suspectedCycle(of: thread) }) {
                fatalError(DependencyIssue.cycle(path.map(\.slot.keyName), site: nil).text)
            }
        }
    }

    /// Runs the code of the key, in nobody's overrides, and keeps the result.
    private func make(
        _ key: any TestDependencyKey.Type, in slot: DefaultSlot, of cache: DefaultCache, for reader: DependencyValues
    ) -> DefaultEntry {
        let test = TestScope.inEffect(current: reader.head, captured: reader.captured)
        let values = ValueNode.ofAll(test, context)
        let entry = Context.$bound.withValue(.context(.ofAll(values))) { run { evaluate(key) } }
        return isProvisional.load(ordering: .relaxed) ? entry : cache.insert(entry, in: slot, isRead: !isSilent)
    }

    /// Calls the code of the key; where nothing linked has a live value, the test value takes its place, if there is a test to fail.
    private func evaluate<Key: TestDependencyKey>(_ key: Key.Type) -> DefaultEntry {
        switch context {
        case .preview: return DefaultValue(key.previewValue, isUnread: isSilent)
        case .live:
            func live<Known: DependencyKey>(_ known: Known.Type) -> DefaultEntry { DefaultValue(known.liveValue, isUnread: isSilent) }
            if let known = key as? any DependencyKey.Type { return live(known) }
            noteMissingLiveValue(key: key)
        case .test: break
        }
        return DefaultValue(key.testValue, isUnread: isSilent)
    }
}
