/// The errors, with what is known where they arise.
extension Container {
    func missing(_ key: Key, _ way: [Registration]) -> ResolutionError {
        let near = core.family.decide { $0.nearMiss(of: key, from: effective.core) }
        let path = steps(way) + [ResolutionError.Step(name: key.description, source: nil)]
        switch near {
        case .arguments(let registered):
            let list = registered.map { $0.map(Key.argumentList) ?? "no arguments" }.sorted().joined(separator: ", ")
            let asked = key.arguments.map { "arguments \(Key.argumentList($0))" } ?? "no arguments"
            let name = Key(key.service, name: key.name).description
            return .wrongArguments(
                .init(
                    what: "\(name) is not registered with \(asked).", path: path,
                    fix: "ask with the arguments of a registration; registered with: \(list)."))
        case .other(let hint):
            return .notRegistered(.init(what: "\(key) is not registered.", path: path, fix: "\(hint) \(advice(key))"))
        case .none:
            return .notRegistered(.init(what: "\(key) is not registered.", path: path, fix: advice(key)))
        }
    }

    func closed(_ key: Key, _ way: [Registration]) -> ResolutionError {
        .closed(
            .init(
                what: "\(key) was resolved from a container that is closed.",
                path: steps(way) + [ResolutionError.Step(name: key.description, source: nil)],
                fix: "resolve before close(), and keep the container for as long as something resolves from it."))
    }

    func requiresAsync(_ registration: Registration, _ way: [Registration]) -> ResolutionError {
        .requiresAsync(
            .init(
                what: "\(registration.key) is made by an async factory and does not exist yet.",
                path: steps(way, registration),
                fix: "await resolveAsync(\(literal(registration.key))), or build it at launch with `try await container.start()`."))
    }

    func requiresMainActor(_ registration: Registration, _ way: [Registration]) -> ResolutionError {
        .requiresMainActor(
            .init(
                what: "\(registration.key) is made on the main actor and was resolved off it.",
                path: steps(way, registration),
                fix: "resolve it on the main actor, or await resolveAsync(\(literal(registration.key)))."))
    }

    func tooDeep(_ registration: Registration, _ way: [Registration]) -> ResolutionError {
        let path = steps(way, registration)
        return .tooDeep(
            .init(
                what: "A chain of \(path.count) dependencies does not fit on this thread's stack.", path: path,
                fix: "make the chain shorter, break it with a Lazy, or resolve it on a thread with a larger stack."))
    }

    func factoryFailed(_ registration: Registration, _ way: [Registration], _ error: any Error) -> ResolutionError {
        .factoryFailed(
            .init(
                what: "The factory of \(registration.key) threw: \(error)", path: steps(way, registration),
                fix: "see the error; nothing was kept, so the next resolve tries again.", underlying: error))
    }

    /// A cycle: the way here, then, where other threads are part of it, their ways on from what is waited for.
    func cycle(_ registration: Registration, _ way: [Registration], through ring: [WaitGraph.Edge] = []) -> ResolutionError {
        var path = steps(way, registration)
        var target = registration
        for edge in ring {
            let start = edge.way.lastIndex { $0 === target }.map { $0 + 1 } ?? 0
            path += steps(Array(edge.way[start...]), edge.target.registration)
            target = edge.target.registration
        }
        return .cycle(
            .init(
                what: "\(registration.key) needs itself.", path: path,
                fix: "break the cycle: let one of them take a Lazy or a Provider of the next."))
    }

    private func steps(_ way: [Registration], _ registration: Registration? = nil) -> [ResolutionError.Step] {
        way.map(\.step) + (registration.map { [$0.step] } ?? [])
    }

    private func literal(_ key: Key) -> String {
        let name = typeName(of: key.service)
        return name.hasPrefix("any ") ? "(\(name)).self" : "\(name).self"
    }

    private func advice(_ key: Key) -> String {
        let name = key.name.map { ", name: \"\($0)\"" } ?? ""
        let factory = key.arguments == nil ? ", using: …)" : ") { (r, …) in … }"
        return "register it in an assembly: container.register(\(literal(key))\(name)\(factory)"
    }
}

/// Something that is registered and close to what was asked for.
enum NearMiss {
    case none
    /// The same service under other argument types.
    case arguments([(any Any.Type)?])
    /// A hint to put before the advice.
    case other(String)
}

extension Ledger {
    /// Looks for what the user may have meant.
    func nearMiss(of key: Key, from core: Core) -> NearMiss {
        var slots: [Slot] = []
        var next: Core? = core
        while let now = next {
            slots += now.slots.filter { $0.current != nil }
            next = now.parentCore
        }
        let same = slots.filter { $0.key.service == key.service && $0.key.contribution == 0 }
        let otherArguments = same.filter { $0.key.name == key.name }
        if !otherArguments.isEmpty { return .arguments(otherArguments.map(\.key.arguments)) }
        let names = same.filter { $0.key.arguments == key.arguments }.map { $0.key.name.map { "\"\($0)\"" } ?? "no name" }
        if !names.isEmpty { return .other("It is registered with \(names.sorted().joined(separator: ", "));") }
        return typeMiss(of: key, among: slots)
    }

    /// `any P` for `P` the class, a class for its protocol, `P?` for `P`, a type of the same name in another module.
    private func typeMiss(of key: Key, among slots: [Slot]) -> NearMiss {
        let asked = typeName(of: key.service)
        let bare = asked.hasPrefix("any ") ? String(asked.dropFirst(4)) : asked
        for slot in slots {
            let name = typeName(of: slot.key.service)
            if name == asked {
                let other = typeName(of: slot.key.service, qualified: true)
                return .other("`\(other)`, another type of the same name, is registered;")
            }
            if name == "any \(bare)" { return .other("`\(name)` is registered; you asked for `\(asked)`;") }
            if name == bare { return .other("`\(name)` the type is registered; you asked for `\(asked)`;") }
            if asked == "(\(name))?" || asked == "\(name)?" {
                return .other("`\(name)` is registered; you asked for `\(asked)`: use resolveIfRegistered;")
            }
        }
        guard key.service is AnyClass == false else { return .none }
        return .none
    }
}
