internal import Depot
internal import Dispatch
internal import Foundation

extension FileChannel {
    /// A value to be written.
    final class Payload: Sendable {
        /// Of two values the one with the greater number is the newer one.
        let number: Int
        let value: any Sendable
        let encode: @Sendable () throws -> Data
        let canDecode: @Sendable (Data) -> Bool
        /// Resumed when this value, or a newer one, is in the file; its own one is the last.
        let continuations: [SaveContinuation]
        let isAwaited: Bool

        init(
            number: Int, value: any Sendable, encode: @escaping @Sendable () throws -> Data, canDecode: @escaping @Sendable (Data) -> Bool,
            _ continuations: [SaveContinuation], isAwaited: Bool
        ) {
            self.number = number
            self.value = value
            self.encode = encode
            self.canDecode = canDecode
            self.continuations = continuations
            self.isAwaited = isAwaited
        }

        /// The same value with others who wait for it.
        func with(_ continuations: [SaveContinuation], isAwaited: Bool) -> Payload {
            Payload(number: number, value: value, encode: encode, canDecode: canDecode, continuations, isAwaited: isAwaited)
        }

        var token: SaveToken? { continuations.last?.token }

        /// The newest version of a reference whose save ends when this value is in the file; nil if there is none.
        func version(of reference: Int) -> Int? {
            continuations.lazy.map(\.token).filter { $0.reference == reference }.map(\.version).max()
        }

        /// This in the place of an older value.
        ///
        /// Those who wait for that one, and the other references whose writes it holds, wait for this one from then on.
        func inPlace(of older: Payload) -> Payload {
            let others = older.continuations.filter { older.isAwaited || version(of: $0.token.reference) == nil }
            return with(others + continuations, isAwaited: isAwaited || older.isAwaited)
        }

        /// This with one more save that waits for it, which is the value to be saved or a newer one.
        func adding(_ continuation: SaveContinuation, isUrgent: Bool) -> Payload {
            // Its own token is the last one: a further save of the same value knows more about the file.
            let isOwn = continuation.token.reference == token?.reference
            return with(isOwn ? continuations + [continuation] : [continuation] + continuations, isAwaited: isAwaited || isUrgent)
        }
    }

    /// Has a value written, in place of one that still waits.
    ///
    /// A save writes nothing of its own if its version was given to the file before, or was received and not written: a value
    /// that waits or is being written is at least as new. The save waits for that value. Without one, only a default is given to the file.
    func save<Value>(_ value: Value, _ coding: FileCoding<Value>, isUrgent: Bool, _ continuation: SaveContinuation) {
        let (effects, before) = state.withLock { state -> (WriteSchedule<Payload>.Effects?, Payload?) in
            let (token, before) = (continuation.token, state.schedule.pending)
            let isKnown = state.versions.contains { $0.reference == token.reference && $0.version >= token.version }
            var payload: Payload
            if isKnown || !token.isUnsaved, let newest = state.schedule.newest {
                payload = newest.adding(continuation, isUrgent: isUrgent)
            } else if isKnown || !token.isUnsaved && !token.isDefault {
                // It is from there. To write it again could only undo what another process has done since.
                return (nil, nil)
            } else {
                state.submitted += 1
                payload = Payload(
                    number: state.submitted, value: value, encode: { try coding.encode(value) },
                    canDecode: { (try? coding.decode($0)) != nil }, [continuation], isAwaited: isUrgent)
                if let before { payload = payload.inPlace(of: before) }
                state.versions.removeAll { $0.reference == token.reference }
                state.versions.append(token)
            }
            return (state.schedule.submit(payload, isUrgent: isUrgent), before)
        }
        // What is replaced may hold the last reference to something of the user's.
        withExtendedLifetime(before) {}
        guard let effects else { return continuation.resume() }
        if files.outlivesProcess { UnwrittenFiles.shared.add(self) }
        perform(effects)
    }

    /// Begins what the schedule says; a rest may be one before a further attempt.
    private func perform(_ effects: WriteSchedule<Payload>.Effects, isRetry: Bool = false) {
        if let rest = effects.rest {
            Task.detached { [self] in
                // On a clock without time one attempt would follow the other without end, so a hundredth of the rest takes real time.
                async let pause: Void? = isRetry ? try? ContinuousClock().sleep(for: .milliseconds(rest.seconds * 10)) : nil
                try? await clock.sleep(for: .seconds(rest.seconds))
                await pause
                perform(state.withLock { $0.schedule.wake(from: rest.number) })
            }
        }
        if let payload = effects.write { queue.async { self.write(payload) } }
    }

    private func write(_ payload: Payload) {
        let outcome = Result { try replace(payload) }
        var failed: Payload?
        var isWritten = true
        switch outcome {
        case .success(let data):
            // Before the writer hears of it: until then its reference lives, so another one that is just being made is told.
            if let data { tellOthers(of: payload, data) } else { isWritten = false }
            for continuation in payload.continuations { continuation.resumeAgain() }
        case .failure(let error):
            for continuation in payload.continuations { continuation.resume(throwing: error) }
            failed = payload.with(payload.continuations, isAwaited: false)
        }
        let effects = state.withLock { state in
            // A newer value that waits takes the place of the failed one.
            if let failed { state.schedule.changePending { $0.inPlace(of: failed) } }
            return state.schedule.finish(failed: failed, isWritten: isWritten)
        }
        if failed == nil { UnwrittenFiles.shared.removeIfIdle(self) }
        perform(effects, isRetry: failed != nil)
    }

    /// Writes what is not in the file yet, on this thread: the process exits.
    ///
    /// It waits for nobody but the disk. What another thread, or this one further up, is about to write is older and is left out then.
    func flush() {
        if let payload = state.withLock({ $0.schedule.newest }) { _ = try? replace(payload) }
    }
}

// MARK: - Replacing

extension FileChannel {
    /// Brings a value into the file.
    ///
    /// - Returns: The bytes; nil if it is there already, or a newer one is.
    private func replace(_ payload: Payload) throws -> Data? {
        if state.withLock({ $0.replaced >= payload.number }) { return nil }
        let data = try payload.encode()
        while true {
            switch try attempt(payload, data) {
            case .done: return data
            case .outdated: return nil
            // Decoding is the user's, so it takes place outside the turn; whatever is there afterwards is looked at again.
            case .judge(let other):
                let isValue = payload.canDecode(other)
                state.withLock { $0.content.wasJudged(other, isValue: isValue) }
            }
        }
    }

    private enum Attempt: Sendable {
        case done
        case outdated
        case judge(Data)
    }

    private func attempt(_ payload: Payload, _ data: Data) throws -> Attempt {
        do {
            return try attemptInTurn(payload, data)
        } catch {
            throw SharedError.ofWriting(error)
        }
    }

    private func attemptInTurn(_ payload: Payload, _ data: Data) throws -> Attempt {
        let path = path
        return try turn.withLock { _ in
            guard state.withLock({ $0.replaced < payload.number }) else { return .outdated }
            let target = files.target(of: path)
            // A default may make a file where there is none, and undo nothing that others have written.
            if payload.token?.isUnsaved == false, try files.read(target)?.isEmpty == false { return .outdated }
            let (there, other) = try bytes(of: target)
            if let there {
                let isBlind = payload.token?.isBlind ?? false
                switch state.withLock({ $0.content.replacement(of: there, isBlind: isBlind) }) {
                case .replace: break
                case .judge: return .judge(there)
                case .keepAside: try keepAside(there, of: target)
                }
            }
            // What takes the name of a file is no more readable than that is.
            if let other { try files.keep(data, of: other, in: target) } else { try files.write(data, target) }
            state.withLock { state in
                state.replaced = payload.number
                state.content.wasWritten(data)
            }
            return .done
        }
    }

    /// What is in the file, nil if nothing is; one whose bytes may not be read has another name then, which is given.
    private func bytes(of target: String) throws -> (data: Data?, other: String?) {
        do {
            return (try files.read(target), nil)
        } catch  where files.isForbidden(target) {
            // Its bytes cannot be copied, but its name can be changed.
            let other = try asideName(of: target)
            try files.move(target, to: other)
            return (nil, other)
        }
    }

    /// Keeps the bytes of a file in a file next to it.
    private func keepAside(_ data: Data, of target: String) throws {
        let name = try asideName(of: target, for: data)
        if try files.read(name) == nil { try files.keep(data, of: target, in: name) }
    }

    /// The first name for what a file holds that is not in use, or is for the same bytes.
    private func asideName(of target: String, for data: Data? = nil) throws -> String {
        var number = 1
        while true {
            let name = FileName.beside(target, prefix: "", suffix: number == 1 ? ".corrupt" : ".corrupt-\(number)")
            // A file that may not be read was given such a name before.
            if !files.isForbidden(name) {
                guard let other = try files.read(name), other != data else { return name }
            }
            number += 1
        }
    }
}

extension SharedError {
    /// The error of a write that fails since what is there cannot be read: it was to be replaced.
    static func ofWriting(_ error: any Error) -> any Error {
        guard case SharedError.file(let path, "read", let reason) = error else { return error }
        return file(path: path, action: "written", reason: reason)
    }
}
