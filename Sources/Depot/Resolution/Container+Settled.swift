public import Synchronization

/// The reads that take no lock.
extension Container {
    /// The instance of a settled singleton, or nil where the lock has to be asked.
    ///
    /// One acquire load each for the table, the key, the instance and its epoch, and one for the gate. What is found
    /// is alive: a published instance is kept until the container goes. See `Docs/Decisions/0001-the-core.md`.
    @inlinable
    @inline(__always)
    func settled<Service>(_ type: Service.Type) -> Service? {
        guard owns else { return nil }
        let id = UInt(bitPattern: ObjectIdentifier(type))
        var core = self.core
        let gate = core.family.gate.load(ordering: .acquiring)
        while true {
            // The word is always the address of a table.
            let table = SlotTable(words: UnsafeMutablePointer(bitPattern: core.table.load(ordering: .acquiring))!)
            let found = table.find(id, 0)
            if found != 0 {
                // The table holds slots, which live as long as the core.
                let slot = Unmanaged<Slot>.fromOpaque(UnsafeRawPointer(bitPattern: found)!)
                let instance = slot._withUnsafeGuaranteedRef { $0.settled.load(ordering: .acquiring) }
                if instance == 0 { return nil }
                let held = Unmanaged<Instance>.fromOpaque(UnsafeRawPointer(bitPattern: instance)!)
                return held._withUnsafeGuaranteedRef { instance in
                    guard instance.validEpoch.load(ordering: .acquiring) == gate else { return nil }
                    // Only permanent instances are published, and the key holds the type.
                    return unsafeDowncast(instance, to: TypedInstance<Service>.self).value
                }
            }
            guard let parent = core.parentCore else { return nil }
            core = parent
        }
    }

    /// The registration of a transient that need not be noted, or nil where the lock has to be asked.
    @inline(__always)
    func publishedRegistration(_ key: Key) -> Registration? {
        guard owns, key.name == nil, core.family.gate.load(ordering: .acquiring) != .max else { return nil }
        let type = UInt(bitPattern: key.typeID)
        let arguments = key.arguments.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0
        var core = self.core
        while true {
            // The word is always the address of a table.
            let table = SlotTable(words: UnsafeMutablePointer(bitPattern: core.table.load(ordering: .acquiring))!)
            let found = table.find(type, arguments)
            if found != 0 {
                // The table holds slots, which live as long as the core.
                let slot = Unmanaged<Slot>.fromOpaque(UnsafeRawPointer(bitPattern: found)!).takeUnretainedValue()
                let registration = slot.published.load(ordering: .acquiring)
                guard let pointer = UnsafeRawPointer(bitPattern: registration) else { return nil }
                return Unmanaged<Registration>.fromOpaque(pointer).takeUnretainedValue()
            }
            guard let parent = core.parentCore else { return nil }
            core = parent
        }
    }
}

/// Where there are no arguments, their pointer is not looked at, but it must be one.
///
/// Never read and never written through, so it may be shared.
nonisolated(unsafe) let noArguments = UnsafeRawPointer(UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8))
