import Synchronization

/// Whether instances are still what they were: the pull side of replacement.
///
/// The idea is that of incremental build systems (early cut-off by comparing what was read; see Mokhov et al.,
/// "Build systems à la carte"): an instance is valid when its registration is still the one in effect and each
/// thing it was made from is valid. Found once in an epoch, the answer is kept for that epoch.
///
/// A key is looked up again where the one who resolved it looked: the same instance may be in effect in one container and not in another.
extension Ledger {
    /// Whether an instance may be handed out to someone who resolves from `view`.
    ///
    /// Linear in what it was made from, once in an epoch; no recursion, so a chain of any length fits on the stack. What services that reach
    /// each other by `Lazy` were made from is a ring.
    mutating func isValid(_ instance: Instance, in view: Core) -> Bool {
        if hasEnded(instance) { return false }
        let overriding = view.overriding
        if let known = verdict(on: instance, in: overriding) { return known }
        var stack: [(instance: Instance, next: Int)] = []
        // What reaches itself does so by what was resolved later, or is yet to be: it is valid if all on the way is, which is known at the end.
        var entered: Set<ObjectIdentifier> = []
        var pending: [Instance]?
        var isValid = isCurrent(instance, in: view)
        if isValid { stack.append((instance, 0)) } else { keep(false, on: instance, in: overriding) }
        while isValid, let top = stack.last {
            let elements = top.instance.elements
            guard top.next < elements.count else {
                if pending == nil { keep(true, on: top.instance, in: overriding) } else { pending?.append(top.instance) }
                stack.removeLast()
                continue
            }
            stack[stack.count - 1].next += 1
            let element = elements[top.next]
            isValid = isInEffect(element, for: top.instance.home, in: view)
            guard isValid, let dependency = heldInstance(of: element) else { continue }
            let own = self.view(of: element, for: top.instance.home, in: view)
            if hasEnded(dependency) {
                isValid = false
            } else if own !== view {
                // No deeper than there are overrides, each time fewer.
                isValid = self.isValid(dependency, in: own)
            } else if let known = verdict(on: dependency, in: overriding) {
                isValid = known
            } else if pending != nil || top.instance.mayLeadBack(by: top.next),
                !entered.insert(ObjectIdentifier(dependency)).inserted
            {
                if pending == nil { pending = [] }
            } else if isCurrent(dependency, in: view) {
                stack.append((dependency, 0))
            } else {
                keep(false, on: dependency, in: overriding)
                isValid = false
            }
        }
        for entry in stack { keep(false, on: entry.instance, in: overriding) }
        if isValid, let pending { for instance in pending { keep(true, on: instance, in: overriding) } }
        return isValid
    }

    /// Whether an instance is valid, and what a look-up finds from the container that `view` is or stands on.
    ///
    /// With an origin its scope counts, too: what belongs to a scope is right in that scope only.
    mutating func isFound(_ instance: Instance, from view: Core, by origin: Origin? = nil) -> Bool {
        if let origin, let met = instance.met, let scope = met.scope {
            guard (try? self.scope(met.kind, for: view, origin)) === scope else { return false }
        }
        let place = view.overridden
        return isValid(instance, in: view) && (instance.home === place || isInEffect(instance.registration, from: place, in: view))
    }

    /// Whether what a service of `home` resolved is what would be found now, where it was looked up; what that was made from is not looked at.
    func isInEffect(_ element: DependencyList.Element, for home: Core, in view: Core) -> Bool {
        // What has ended may refer to a container that is gone.
        if case .instance(let dependency) = element.resolved, hasEnded(dependency) { return false }
        let place = element.place ?? home
        let view = self.view(of: element, for: home, in: view)
        return switch element.resolved {
        case .instance(let dependency): isInEffect(dependency.registration, from: place, in: view)
        case .registration(let registration), .handle(let registration, _): isInEffect(registration, from: place, in: view)
        case .collection(let type, let isNamed, let version):
            collectionVersion(ObjectIdentifier(type), isNamed: isNamed, home: place, view: view) == version
        case .absent(let key): registrationInEffect(for: key, home: place, view: view) == nil
        // Where it is registered is looked at by itself.
        case .watched: true
        }
    }

    /// What a service of `home` has looked an element up through: where it has asked another container itself, only the overrides that are in effect
    /// for that.
    func view(of element: DependencyList.Element, for home: Core, in view: Core) -> Core {
        element.isAside ? view.narrowed(to: element.place ?? home.overridden) : view
    }

    /// What an element depends on beyond what is registered.
    private mutating func heldInstance(of element: DependencyList.Element) -> Instance? {
        switch element.resolved {
        case .instance(let instance): return instance
        case .watched(let watched):
            guard let instance = watched.instance else { return nil }
            hold(instance)
            return instance
        default: return nil
        }
    }

    /// Whether an instance can never be valid again: its owner or its scope has ended, or something that it was made from.
    private func hasEnded(_ instance: Instance) -> Bool { instance.isLost || instance.metScope?.isClosed ?? false }

    private func isCurrent(_ instance: Instance, in view: Core) -> Bool { isInEffect(instance.registration, from: instance.home, in: view) }

    /// Whether a registration is what a look-up finds, or what a scope was given in the place of that.
    private func isInEffect(_ registration: Registration, from home: Core, in view: Core) -> Bool {
        let found = registrationInEffect(for: registration.key, home: home, view: view)
        return found === registration || (found === registration.registered && !registration.isWithdrawn)
    }

    private func verdict(on instance: Instance, in overriding: Core?) -> Bool? {
        if let overriding { return instance.verdict(of: overriding.readable?.verdictNumber ?? 0, in: verdictEpoch) }
        if instance.validEpoch.load(ordering: .relaxed) == epoch { return true }
        return instance.invalidEpoch == epoch ? false : nil
    }

    @inline(never)
    private func keep(_ isValid: Bool, on instance: Instance, in overriding: Core?) {
        if let overriding {
            let annex = overriding.writable
            if annex.verdictNumber == 0 { annex.verdictNumber = overriding.family.verdictNumbers.add(1, ordering: .relaxed).newValue }
            instance.keepVerdict(isValid, of: annex.verdictNumber, in: verdictEpoch)
        } else if isValid {
            instance.validEpoch.store(epoch, ordering: .releasing)
        } else {
            instance.invalidEpoch = epoch
        }
    }
}
