/// Who disposes instances at its end: a container, a scope, or a replacement.
protocol DisposalKeeper: AnyObject {
    /// What is to be disposed at the end, in the order it was made; guarded by the family's lock.
    var disposables: [Disposables.Entry] { get set }
}

extension DisposalKeeper {
    /// Takes out the disposal of a shared instance that is dropped before its keeper ends.
    func take(disposalOf instance: Instance) -> [Disposables.Entry] {
        if disposables.isEmpty { return [] }
        let taken = disposables.filter { $0.birth == instance.birth }
        if !taken.isEmpty { disposables.removeAll { $0.birth == instance.birth } }
        return taken
    }
}

extension Core: DisposalKeeper {}
extension Scope: DisposalKeeper {}
extension ActiveReplacement: DisposalKeeper {}
