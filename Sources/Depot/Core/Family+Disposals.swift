extension Family {
    /// Waits for the disposals that were started; in a disposer, for those that it has started itself, because the others may wait for it.
    func settled() async { await (ownTurn?.inner ?? pendingDisposals).settled() }

    /// Waits for those, and for those in a container and below it that somebody awaits.
    func settled(at core: Core) async {
        await settled()
        if ownTurn == nil { await disposed(at: .core(core)) }
    }

    /// Waits for the disposals that are under way somewhere or below it.
    func disposed(at place: DisposalPlace) async {
        let around = Context.bound.disposal?.innermostOpen
        let turns = disposalLock.withLock { _ in place.known?.turns(before: around) ?? [] }
        for turn in turns { await turn.wait() }
    }

    /// The turn of this family that the caller is a disposer of.
    private var ownTurn: DisposalTurn? { Context.bound.disposal?.chain.first { $0.family === self && !$0.inner.isClosed } }

    /// Lines up behind the others that nobody awaits: those of the disposer that this is part of, or else all of the family.
    func beginTurn(inside around: DisposalTurn?) -> (turn: DisposalTurn, before: DisposalTurn?) {
        if let around {
            for turn in around.chain where turn.family === self {
                if let begun = turn.inner.begin(self, inside: around.innermostOpen) { return begun }
            }
        }
        // That of the family is never closed.
        return pendingDisposals.begin(self, inside: around?.innermostOpen).unsafelyUnwrapped
    }
}
