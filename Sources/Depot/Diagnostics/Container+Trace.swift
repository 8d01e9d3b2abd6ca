extension Container {
    /// Runs an operation and tells what it resolved, in this container and its relatives.
    ///
    /// Only what belongs to the operation and its child tasks is told, whatever others do meanwhile.
    ///
    /// ```swift
    /// let (login, trace) = container.trace { container.resolve((any LoginUseCase).self) }
    /// print(trace)
    /// ```
    public func trace<Result, Failure: Error>(
        _ operation: () throws(Failure) -> Result
    ) throws(Failure) -> (result: Result, trace: Trace) {
        let run = tracedRun()
        let observation = observe { _ in }
        defer { observation.end() }
        let result = try Context.bind(.context(.observing(run)), operation)
        return (result, run.trace?.trace() ?? Trace(steps: []))
    }

    /// Runs an async operation and tells what it resolved, in this container and its relatives.
    ///
    /// It runs on the caller's actor.
    public func trace<Result, Failure: Error>(
        _ operation: () async throws(Failure) -> Result
    ) async throws(Failure) -> (result: Result, trace: Trace) {
        let run = tracedRun()
        let observation = observe { _ in }
        defer { observation.end() }
        let result = try await Context.bind(.context(.observing(run)), operation)
        return (result, run.trace?.trace() ?? Trace(steps: []))
    }

    private func tracedRun() -> ObservedRun {
        ObservedRun(parent: nil, trace: TraceRecorder(outer: Context.current?.run?.trace))
    }
}
