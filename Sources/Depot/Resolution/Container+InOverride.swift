import Synchronization

/// What an override shows its readers without a lock: an instance that it puts in place, and a singleton of the container that it overrides, which
/// that shows its own readers, once the override has found it valid. That one is valid until the verdict epoch changes.
extension Container {
    /// The word of ``SlotAnswer`` that the override in effect here shows for a type, an instance or a constant that stays for as long as the
    /// override does; 0 where there is none, or the lock has to be asked.
    @usableFromInline
    func shownInOverride(_ type: any Any.Type) -> UInt {
        core.mayBeOverridden ? effective.shownHere(type) : shownHere(type)
    }

    private func shownHere(_ type: any Any.Type) -> UInt {
        guard core.isOverride, owns, !core.isShut.load(ordering: .acquiring), mayReadHere(nil) else { return 0 }
        let type = UInt(bitPattern: ObjectIdentifier(type))
        // Unretained, because an override keeps what it overrides.
        var layer = Unmanaged.passUnretained(core)
        while layer._withUnsafeGuaranteedRef({ $0.isOverride }), let parent = layer._withUnsafeGuaranteedRef({ $0.unretainedParent }) {
            if let slot = layer._withUnsafeGuaranteedRef({ $0.ownSlot(type) }) { return slot._withUnsafeGuaranteedRef { $0.usedConstant } }
            layer = parent
        }
        return untouched(type)
    }

    /// A singleton that no override in effect touches.
    ///
    /// The epoch comes first: what was shown in it is valid in it, and what is shown after it was valid at a later moment of this read.
    private func untouched(_ type: UInt) -> UInt {
        let epoch = core.unretainedFamily._withUnsafeGuaranteedRef { $0.verdictEpoch.load(ordering: .acquiring) }
        guard core.shownEpoch.load(ordering: .acquiring) == epoch, let slot = shownSlot(type, 0) else { return 0 }
        let word = slot._withUnsafeGuaranteedRef { $0.settled }
        guard let pointer = UnsafeRawPointer(bitPattern: word) else { return 0 }
        // Shown, so it is kept until the container goes that it is of.
        let number = Unmanaged<Instance>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.shownNumber.load(ordering: .acquiring) }
        return number == core.shownNumber.load(ordering: .relaxed) ? word : 0
    }

    /// The service in what an override shows.
    @inlinable
    @inline(__always)
    func value<Service>(shown word: UInt, as type: Service.Type) -> Service {
        // Not 0, and the key holds the type, so what is shown under it is of that type; the override and its base keep it.
        let pointer = UnsafeRawPointer(bitPattern: word & ~SlotAnswer.mask).unsafelyUnwrapped
        if word & SlotAnswer.mask == SlotAnswer.instance { return value(at: pointer, as: type) }
        let constant = Unmanaged<ConstantRegistration<Service>>.fromOpaque(pointer)
        return withExtendedLifetime(self) { constant._withUnsafeGuaranteedRef { $0.value } }
    }
}

extension Slot {
    /// The word of the constant that is shown, which counts as used; 0 where there is none.
    fileprivate var usedConstant: UInt {
        let word = answer.load(ordering: .acquiring)
        guard word & SlotAnswer.mask == SlotAnswer.constant, let pointer = UnsafeRawPointer(bitPattern: word ^ SlotAnswer.constant) else {
            return 0
        }
        Unmanaged<Registration>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.noteUse() }
        return word
    }
}
