internal import Depot
internal import Dispatch
internal import Foundation

extension FileChannel {
    /// Has a value written, in place of one that still waits.
    func save<Value>(_ value: Value, _ coding: FileCoding<Value>, isUrgent: Bool, _ continuation: SaveContinuation) {
        let action = state.withLock { state in
            // Who waits for a save is told when a newer value is in the file.
            let before = state.schedule.newest
            let awaited = before.map { $0.isAwaited ? $0.continuations : [] } ?? []
            let payload = Payload(
                value: value, encode: { try coding.encode(value) }, canDecode: { (try? coding.decode($0)) != nil },
                continuations: awaited + [continuation], isAwaited: isUrgent || !awaited.isEmpty)
            // What is replaced is let go of outside the lock.
            return (state.schedule.submit(payload, isUrgent: isUrgent), before)
        }
        if files.outlivesProcess { UnwrittenFiles.shared.add(self) }
        perform(action.0)
    }

    private func perform(_ action: WriteSchedule<Payload>.Action) {
        if case .write(let payload) = action { queue.async { self.write(payload) } }
    }

    private func write(_ payload: Payload) {
        let outcome = Result { try replace(payload) }
        for continuation in payload.continuations {
            switch outcome {
            case .success: continuation.resume()
            case .failure(let error): continuation.resume(throwing: error)
            }
        }
        finish()
    }

    private func replace(_ payload: Payload) throws {
        // What has been written is not written again: that could only undo what another process has written since.
        let token = payload.continuations.last?.token
        if let token, token == state.withLock({ $0.saved }) { return }
        let data = try payload.encode()
        try keepAside(unless: payload.canDecode)
        try files.write(data, path)
        state.withLock { state in
            state.known = data
            state.written = data
            state.saved = token
        }
    }

    private func finish() {
        let (action, startsRest, flushes, isIdle) = state.withLock { state in
            let (action, startsRest) = state.schedule.finish()
            defer { state.flushes = [] }
            return (action, startsRest, state.flushes, state.schedule.isIdle)
        }
        if isIdle { UnwrittenFiles.shared.removeIfIdle(self) }
        if startsRest { rest() }
        perform(action)
        for flush in flushes { flush.signal() }
    }

    private func rest() {
        Task.detached { [self] in
            try? await clock.sleep(for: .seconds(1))
            perform(state.withLock { $0.schedule.wake() })
        }
    }

    /// Writes what waits, on this thread, before the process exits.
    func flush() {
        while true {
            let semaphore = DispatchSemaphore(value: 0)
            let (action, isWriting) = state.withLock { state in
                if state.schedule.isWriting {
                    state.flushes.append(semaphore)
                    return (WriteSchedule<Payload>.Action.nothing, true)
                }
                return (state.schedule.flush(), false)
            }
            if case .write(let payload) = action {
                queue.sync { write(payload) }
            } else if !isWriting || semaphore.wait(timeout: .now() + .seconds(10)) == .timedOut {
                return
            }
        }
    }
}

// MARK: - What must not be overwritten

extension FileChannel {
    /// Keeps the bytes of a file that cannot be read as a value in a file next to it.
    ///
    /// A write that is about to replace such bytes does so only when they are safe.
    private func keepAside(unless canDecode: (Data) -> Bool) throws {
        let data: Data?
        do {
            data = try files.read(path)
        } catch  where files.isForbidden(path) {
            // Its bytes cannot be copied, but its name can be changed.
            return try files.move(path, to: unusedName())
        }
        guard let data, !data.isEmpty, data != state.withLock({ $0.written }), !canDecode(data) else { return }
        var number = 1
        while let other = try files.read(asideName(number)) {
            if other == data { return }
            number += 1
        }
        try files.write(data, asideName(number))
    }

    private func asideName(_ number: Int) -> String { path + (number == 1 ? ".corrupt" : ".corrupt-\(number)") }

    private func unusedName() throws -> String {
        var number = 1
        while try files.isForbidden(asideName(number)) || files.read(asideName(number)) != nil { number += 1 }
        return asideName(number)
    }
}
