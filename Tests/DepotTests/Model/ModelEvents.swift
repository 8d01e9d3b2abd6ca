import Depot

/// What an observer is told of a program, to be compared with what happened.
final class ModelEvents: Sendable {
    struct Counts {
        /// How often a factory made something, and how often something was got, by the names of that and of what has asked for it.
        var created: [String: Int] = [:]
        var resolved: [String: Int] = [:]
        /// How often a resolve of the program's failed.
        var failed = 0
        var disposed = 0
        /// How much was made for the scopes that have closed.
        var made = 0
        /// The replacements in effect, and the scopes that are open.
        var replaced: [String: Int] = [:]
        var open: [String: Int] = [:]
    }

    private let state = Locked(Counts())

    var counts: Counts { state.withLock { $0 } }

    func note(_ event: ContainerEvent) { state.withLock { $0.note(event) } }
}

extension ModelEvents.Counts {
    mutating func note(_ event: ContainerEvent) {
        switch event {
        case .created(let service, let asker, _): change(\.created, Self.written(service, asker), by: 1)
        case .resolved(let service, let asker, _): change(\.resolved, Self.written(service, asker), by: 1)
        case .failed: failed += 1
        case .disposed, .disposalFailed: disposed += 1
        case .replaced(let service): change(\.replaced, service.name, by: 1)
        case .restored(let service): change(\.replaced, service.name, by: -1)
        case .scopeOpened(let scope): change(\.open, Self.written(scope), by: 1)
        case .scopeClosed(let scope, _, let made, _):
            change(\.open, Self.written(scope), by: -1)
            self.made += made
        case .registered, .scopeEntered: break
        }
    }

    fileprivate mutating func change(_ counts: WritableKeyPath<Self, [String: Int]>, _ name: String, by change: Int) {
        let count = self[keyPath: counts][name, default: 0] + change
        self[keyPath: counts][name] = count == 0 ? nil : count
    }

    private static func written(_ service: ContainerEvent.Service, _ asker: ContainerEvent.Service?) -> String {
        name(service) + (asker.map { " for \(name($0))" } ?? "")
    }

    private static func written(_ scope: ContainerEvent.Scope) -> String { "\(scope.kind) \(scope.id ?? "")" }

    /// The name without the number of a contribution.
    private static func name(_ service: ContainerEvent.Service) -> String {
        service.name.firstIndex(of: "#").map { String(service.name[..<$0].dropLast()) } ?? service.name
    }

    /// The same without what has asked.
    var withoutAskers: Self {
        func merged(_ counts: [String: Int]) -> [String: Int] {
            let names = counts.map { name, count in (name.firstIndex(of: " ").map { name[..<$0] } ?? name[...], count) }
            return Dictionary(names.map { (String($0.0), $0.1) }, uniquingKeysWith: +)
        }
        var counts = self
        (counts.created, counts.resolved) = (merged(created), merged(resolved))
        return counts
    }

    /// The first in which these, which were told, are otherwise than what happened; nil where they are the same.
    func difference(to happened: Self) -> String? {
        func difference(_ counts: KeyPath<Self, [String: Int]>, _ what: String) -> String? {
            let (told, happened) = (self[keyPath: counts], happened[keyPath: counts])
            let name = Set(told.keys).union(happened.keys).filter { told[$0] != happened[$0] }.min()
            return name.map { "\($0) was told as \(what) \(told[$0] ?? 0) times and not \(happened[$0] ?? 0)" }
        }
        if let difference = difference(\.created, "created") ?? difference(\.resolved, "resolved") { return difference }
        for (what, told, happened) in [
            ("failures", failed, happened.failed), ("disposals", disposed, happened.disposed), ("instances of scopes", made, happened.made),
        ] where told != happened {
            return "\(told) \(what) were told, and not \(happened)"
        }
        return difference(\.replaced, "replaced") ?? difference(\.open, "opened")
    }
}

extension Model {
    /// What observers are to have been told by now.
    var told: ModelEvents.Counts {
        var counts = events
        for core in cores where !core.hasEnded {
            for (key, slot) in core.slots where !slot.replacements.isEmpty {
                counts.change(\.replaced, ModelKey.all[key].name, by: slot.replacements.count)
            }
        }
        for scope in scopes where !scope.hasEnded {
            counts.change(\.open, "\(scope.kind.kind) \(scope.id.map { "\($0)" } ?? "")", by: 1)
        }
        return counts
    }
}
