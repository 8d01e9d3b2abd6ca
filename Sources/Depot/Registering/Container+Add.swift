/// The end of every form of registration.
extension Container {
    /// Puts a registration in, in place of the one that was there.
    @usableFromInline
    func add(_ registration: Registration) {
        if registration.lifetime.isWeak, registration.dynamicType.isNeverObject { registration.refuseWeak() }
        if let ending = core.decide({ $0.add(registration, to: core) }) { Disposables.dispose(ending.release(), of: core) }
        core.family.emit(.registered(ContainerEvent.Service(registration)))
    }
}
