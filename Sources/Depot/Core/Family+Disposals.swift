extension Family {
    /// Disposes in a task of its own that `settled()` waits for; where the caller asked for the end, in the running one up to where it suspends.
    ///
    /// Disposals of one family run one after the other, in the order in which they were started; those that a disposer starts are part of its
    /// own turn.
    func startDisposal(of entries: [Disposables.Entry], atOnce: Bool = false) {
        guard !entries.isEmpty else { return }
        let around = Context.bound.disposal
        let (turn, before) = beginTurn(inside: around)
        let dispose: @Sendable () async -> Void = {
            await before?.wait()
            await Context.bind(.context(.disposing(turn))) { _ = await Disposables.dispose(each: entries, of: self) }
            await turn.inner.closed()
            turn.queue.end(turn)
            turn.end()
        }
        // The task keeps what is bound to it, and no override or scope is to last until the disposal ends.
        Context.$bound.withValue(Context.bound.valuesAlone) {
            // Older systems cannot do it at once.
            if atOnce, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                Task.immediate { await dispose() }
            } else {
                Task { await dispose() }
            }
        }
    }

    /// Waits for the disposals that were started; in a disposer, for those that it has started itself, because the others may wait for it.
    func settled() async {
        let own = Context.bound.disposal?.chain.first { $0.family === self && !$0.inner.isClosed }
        await (own?.inner ?? pendingDisposals).settled()
    }

    /// Lines up behind the others: those of the disposer that this is part of, or else all of the family.
    private func beginTurn(inside around: DisposalTurn?) -> (turn: DisposalTurn, before: DisposalTurn?) {
        if let around {
            for turn in around.chain where turn.family === self {
                if let begun = turn.inner.begin(self, inside: around) { return begun }
            }
        }
        // That of the family is never closed.
        return pendingDisposals.begin(self, inside: around).unsafelyUnwrapped
    }
}
