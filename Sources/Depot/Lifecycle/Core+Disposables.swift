/// Who disposes what: under the lock.
extension Core {
    /// Keeps a shared instance for disposal: by the replacement it was made under, or by this container.
    func keep(_ entry: Disposables.Entry, of instance: Instance, under replacement: ActiveReplacement?) {
        entry.shared = instance
        if let replacement {
            replacement.disposables.append(entry)
        } else {
            disposables.append(entry)
        }
    }

    /// Takes out the disposal of a shared instance that is dropped before its owner ends.
    func takeDisposables(of instance: Instance) -> [Disposables.Entry] {
        let taken = disposables.filter { $0.shared === instance }
        if !taken.isEmpty { disposables.removeAll { $0.shared === instance } }
        return taken
    }
}

extension Container {
    /// Keeps an instance that only the caller got until its owner ends: the shared instance's container it is made
    /// for, or the container that was asked.
    func keep<Service>(_ disposable: any Disposable, of registration: TypedRegistration<Service>, _ run: Run) {
        guard !registration.traits.contains(.instance), !registration.traits.contains(.alias) else { return }
        keep(disposable, for: run.enclosing)
    }

    /// Keeps what was made during a run for the owner of the shared instance that the run is part of.
    func keep(_ disposable: any Disposable, for build: Build?) {
        let entry = Disposables.Entry(disposable)
        let owner = build?.nearestShared?.homeCore ?? core
        let isLate = core.family.decide { _ in
            if !owner.isClosed { owner.disposables.append(entry) }
            return owner.isClosed
        }
        if isLate { Disposables.dispose([entry], of: core) }
    }
}
