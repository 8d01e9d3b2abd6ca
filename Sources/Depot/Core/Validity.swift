import Synchronization

/// Whether instances are still what they were: the pull side of replacement.
///
/// The idea is that of incremental build systems (early cut-off by comparing what was read; see Mokhov et al.,
/// "Build systems à la carte"): an instance is valid when its registration is still the one in effect and each
/// thing it was made from is valid. Found once in an epoch, the answer is kept for that epoch.
extension Ledger {
    /// The slot of a key as `home`'s services see it through the overrides of `view`.
    func find(_ key: Key, home: Core, view: Core) -> Slot? { unretainedSlot(key, home: home, view: view)?.takeUnretainedValue() }

    /// What is in effect for a key, seen likewise.
    func registrationInEffect(for key: Key, home: Core, view: Core) -> Registration? {
        unretainedSlot(key, home: home, view: view)?._withUnsafeGuaranteedRef { $0.current }
    }

    /// The slot, which its container keeps.
    private func unretainedSlot(_ key: Key, home: Core, view: Core) -> Unmanaged<Slot>? {
        // Unretained, because the caller has both containers, and they those further up.
        var overriding = view === home ? nil : view.unretainedOverriding
        while let now = overriding {
            if let slot = now._withUnsafeGuaranteedRef({ $0.slot(key) }), slot._withUnsafeGuaranteedRef({ $0.isInUse }) { return slot }
            overriding = now._withUnsafeGuaranteedRef { $0.unretainedParent?._withUnsafeGuaranteedRef { $0.unretainedOverriding } }
        }
        var core: Unmanaged<Core>? = .passUnretained(home)
        while let now = core {
            if let slot = now._withUnsafeGuaranteedRef({ $0.slot(key) }), slot._withUnsafeGuaranteedRef({ $0.isInUse }) { return slot }
            core = now._withUnsafeGuaranteedRef { $0.unretainedParent }
        }
        return nil
    }

    /// Whether an instance may be handed out to someone who resolves from `view`.
    ///
    /// Linear in what it was made from, once in an epoch; no recursion, so a chain of any length fits on the stack.
    func isValid(_ instance: Instance, in view: Core) -> Bool {
        if instance.isLost || instance.met?.scope?.isClosed ?? false { return false }
        let overriding = view.overriding
        if let known = verdict(on: instance, in: overriding) { return known }
        var stack: [(instance: Instance, next: Int)] = []
        var isValid = isCurrent(instance, in: view)
        if isValid { stack.append((instance, 0)) } else { keep(false, on: instance, in: overriding) }
        while isValid, let top = stack.last {
            let elements = top.instance.dependencies.elements
            guard top.next < elements.count else {
                keep(true, on: top.instance, in: overriding)
                stack.removeLast()
                continue
            }
            stack[stack.count - 1].next += 1
            switch elements[top.next] {
            case .registration(let registration):
                isValid = registrationInEffect(for: registration.key, home: top.instance.home, view: view) === registration
            case .collection(let type, let version):
                isValid = collectionVersion(ObjectIdentifier(type), home: top.instance.home, view: view) == version
            case .instance(let dependency):
                if let known = verdict(on: dependency, in: overriding) {
                    isValid = known
                } else if isCurrent(dependency, in: view) {
                    stack.append((dependency, 0))
                } else {
                    keep(false, on: dependency, in: overriding)
                    isValid = false
                }
            }
        }
        for entry in stack { keep(false, on: entry.instance, in: overriding) }
        return isValid
    }

    /// How many services are registered for a type, as a version of that list: it only grows.
    func collectionVersion(_ type: ObjectIdentifier, home: Core, view: Core) -> Int {
        slots(of: type, home: home, view: view).count
    }

    /// All that is registered for a type: a parent's first, each in registration order.
    func slots(of type: ObjectIdentifier, home: Core, view: Core) -> [Slot] {
        var chain: [Core] = []
        var core: Core? = home
        while let now = core {
            chain.append(now)
            core = now.parentCore
        }
        if view !== home {
            var overrides: [Core] = []
            core = view
            while let now = core, now !== home {
                if now.isOverride { overrides.append(now) }
                core = now.parentCore
            }
            chain = overrides + chain
        }
        var slots: [Slot] = []
        for core in chain.reversed() {
            let above = slots.count
            for slot in core.collection(type) where slot.current != nil {
                if slot.key.contribution == 0, let index = slots[..<above].firstIndex(where: { $0.key == slot.key }) {
                    slots[index] = slot
                } else {
                    slots.append(slot)
                }
            }
        }
        return slots
    }

    private func isCurrent(_ instance: Instance, in view: Core) -> Bool {
        registrationInEffect(for: instance.registration.key, home: instance.home, view: view) === instance.registration
    }

    private func verdict(on instance: Instance, in overriding: Core?) -> Bool? {
        if let overriding {
            guard let annex = overriding.readable, annex.verdictEpoch == overrideEpoch else { return nil }
            return annex.verdicts[instance.birth]
        }
        if instance.validEpoch.load(ordering: .relaxed) == epoch { return true }
        return instance.invalidEpoch == epoch ? false : nil
    }

    private func keep(_ isValid: Bool, on instance: Instance, in overriding: Core?) {
        if let overriding {
            let annex = overriding.writable
            if annex.verdictEpoch != overrideEpoch {
                annex.verdicts = [:]
                annex.verdictEpoch = overrideEpoch
            }
            annex.verdicts[instance.birth] = isValid
        } else if isValid {
            instance.validEpoch.store(epoch, ordering: .releasing)
        } else {
            instance.invalidEpoch = epoch
        }
    }
}
