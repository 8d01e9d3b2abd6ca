internal import Synchronization

/// Takes the outcome of a load, once; what comes after the first is ignored.
///
/// One that is dropped without an outcome counts as failed, so that nobody waits for ever.
public struct LoadContinuation<Value: Sendable>: Sendable {
    private let once: Once<Value?>

    init(_ finish: @escaping @Sendable (Result<Value?, any Error>) -> Void) { once = Once(finish) }

    /// Ends the load.
    ///
    /// - Parameter value: The value; nil if nothing is stored, and the default counts.
    public func resume(returning value: Value?) { once.finish(.success(value)) }

    /// Ends the load with an error.
    ///
    /// - Parameter error: The error, which the property has as its `loadError` then.
    public func resume(throwing error: any Error) { once.finish(.failure(error)) }
}

/// Takes the outcome of a save, once; what comes after the first is ignored.
public struct SaveContinuation: Sendable {
    private let save: Save

    private final class Save: Sendable {
        let token: SaveToken
        let report: @Sendable (Result<Void, any Error>) -> Void
        let once: Once<Void>

        init(
            _ token: SaveToken, _ report: @escaping @Sendable (Result<Void, any Error>) -> Void,
            _ finish: @escaping @Sendable (Result<Void, any Error>) -> Void
        ) {
            self.token = token
            self.report = report
            once = Once { outcome in
                report(outcome)
                finish(outcome)
            }
        }
    }

    /// Which write of which reference it is for.
    var token: SaveToken { save.token }

    /// - Parameters:
    ///   - token: Which write it is for.
    ///   - report: Takes the outcome; a success after a failure too.
    ///   - finish: Takes the first outcome.
    init(
        _ token: SaveToken, report: @escaping @Sendable (Result<Void, any Error>) -> Void,
        finish: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        save = Save(token, report, finish)
    }

    /// The value is saved.
    public func resume() { save.once.finish(.success(())) }

    /// The value is saved, at a further attempt of the store's own.
    func resumeAgain() { if !save.once.finish(.success(())) { save.report(.success(())) } }

    /// The value could not be saved.
    ///
    /// - Parameter error: The error, which the property has as its `saveError` then.
    public func resume(throwing error: any Error) { save.once.finish(.failure(error)) }
}

/// One version of the value of one reference.
struct SaveToken: Sendable {
    let reference: Int
    let version: Int
    /// Whether the value was made without what is in the store, as that could not be read.
    let isBlind: Bool
    /// Whether the version is a write of the reference itself that is not known to be saved.
    let isUnsaved: Bool
    /// Whether the value is the default, as the store is known to have none.
    let isDefault: Bool
}

/// Calls a closure with the first outcome there is; with an error if there is none.
private final class Once<Success: Sendable>: Sendable {
    private let isFinished = Atomic(false)
    private let body: @Sendable (Result<Success, any Error>) -> Void

    init(_ body: @escaping @Sendable (Result<Success, any Error>) -> Void) { self.body = body }

    deinit {
        if !isFinished.load(ordering: .acquiring) { body(.failure(SharedError.abandoned)) }
    }

    /// - Returns: Whether it was the first outcome.
    @discardableResult
    func finish(_ outcome: Result<Success, any Error>) -> Bool {
        if isFinished.exchange(true, ordering: .acquiringAndReleasing) { return false }
        body(outcome)
        return true
    }
}
