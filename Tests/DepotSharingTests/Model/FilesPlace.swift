import Depot
import DepotTesting
import DepotValues
import Foundation

@testable import DepotSharing

/// A property until it is dropped.
final class FilesProperty: Sendable {
    private let held: Locked<Shared<Int>?>

    init(_ shared: Shared<Int>) { held = Locked(shared) }

    var shared: Shared<Int>? { held.withLock { $0 } }

    func drop() {
        let last = held.withLock { held in
            defer { held = nil }
            return held
        }
        withExtendedLifetime(last) {}
    }
}

/// A storage in memory, whose clock the test turns, and what steps do to it and to properties.
struct FilesPlace: Sendable {
    enum Store: Sendable { case files, userDefaults }

    let store: Store
    let clock = TestClock()
    private let storage = FileStorage.inMemory()
    private let defaults = UserDefaultsStorage.inMemory()
    private let isFailing = Locked(Array(repeating: false, count: FilesProgram.files))

    private func url(_ file: Int) -> URL { URL(fileURLWithPath: "/\(file).json") }

    private func key(_ file: Int) -> FileStorageKey<Int> {
        .fileStorage(
            url(file),
            decode: { data in
                guard let value = Int(String(decoding: data, as: UTF8.self)) else { throw Failure() }
                return value
            },
            encode: { value in
                if isFailing.withLock({ $0[file] }) { throw Failure() }
                return Data("\(value)".utf8)
            })
    }

    private func defaultsKey(_ file: Int) -> AppStorageKey<Int> { .appStorage("\(file)") }

    private func setUp(_ values: inout DependencyValues, _ context: Int) {
        values.context = context == 0 ? .test : .preview
        values.continuousClock = clock
        values.defaultFileStorage = storage
        values.defaultAppStorage = defaults
    }
}

// MARK: - Looking

extension FilesPlace {
    /// What a file holds.
    func bytes(_ file: Int) -> FileBytes {
        switch store {
        case .files: bytes(at: url(file))
        case .userDefaults: bytes(of: defaults.object(forKey: "\(file)").map { Data("\($0)".utf8) })
        }
    }

    /// What was kept aside of it.
    func bytesKept(_ file: Int) -> [FileBytes] {
        var kept: [FileBytes] = []
        while true {
            let suffix = kept.isEmpty ? ".corrupt" : ".corrupt-\(kept.count + 1)"
            let bytes = bytes(at: URL(fileURLWithPath: url(file).path + suffix))
            if bytes == .missing { return kept }
            kept.append(bytes)
        }
    }

    private func bytes(at url: URL) -> FileBytes {
        bytes(of: try? storage.data(at: url))
    }

    private func bytes(of data: Data?) -> FileBytes {
        guard let data else { return .missing }
        if data.isEmpty { return .empty }
        let text = String(decoding: data, as: UTF8.self)
        if let value = Int(text) { return .value(value) }
        return .broken(Int(text.dropFirst()) ?? -1)
    }

    private func data(_ bytes: FileBytes) -> Data? {
        switch bytes {
        case .missing: nil
        case .empty: Data()
        case .value(let value): Data("\(value)".utf8)
        case .broken(let number): Data("x\(number)".utf8)
        }
    }

    /// What reads and writes a file; a new one if nothing does.
    private func channel(_ file: Int) -> FileChannel? {
        if store != .files { return nil }
        return withDependencies {
            setUp(&$0, 0)
        } operation: {
            try? storage.channel(url(file), to: "read")
        }
    }

    /// Waits until a file has been looked at and written, as far as that has begun.
    func jobsAreDone(_ file: Int) async {
        guard let channel = channel(file) else { return }
        await withCheckedContinuation { done in channel.queue.async { done.resume() } }
    }

    func isResting(_ file: Int) -> Bool { channel(file)?.state.withLock { $0.schedule.rest != nil } ?? false }
}

// MARK: - Steps

extension FilesPlace {
    /// Takes a step.
    ///
    /// - Returns: Whether it went well, and the property that it made, if it did.
    func perform(_ step: FilesStep, _ properties: [FilesProperty]) async -> (isDone: Bool, made: Shared<Int>?) {
        func property(_ number: Int) -> Shared<Int> { properties[number].shared.unsafelyUnwrapped }
        switch step {
        case .make(let id, let standard):
            let made = withDependencies {
                setUp(&$0, id.context)
            } operation: {
                switch store {
                case .files: Shared(wrappedValue: standard, key(id.file))
                case .userDefaults: Shared(wrappedValue: standard, defaultsKey(id.file))
                }
            }
            return (true, made)
        case .turn(let number, let other): property(number).projectedValue = property(other)
        case .load(let number): return (await succeeds { try await property(number).load() }, nil)
        case .loadKey(let number, let id):
            let isLoaded = await succeeds {
                try await withDependencies {
                    setUp(&$0, id.context)
                } operation: {
                    switch store {
                    case .files: try await property(number).load(key(id.file))
                    case .userDefaults: try await property(number).load(defaultsKey(id.file))
                    }
                }
            }
            return (isLoaded, nil)
        case .write(let number, let value): property(number).withLock { $0 = value }
        case .save(let number): return (await succeeds { try await property(number).save() }, nil)
        case .elsewhere(let bytes, let file): putElsewhere(bytes, file)
        case .fail(let file, let fails): isFailing.withLock { $0[file] = fails }
        case .advance: await clock.advance(by: .seconds(1))
        case .drop(let number): properties[number].drop()
        case .race: break
        }
        return (true, nil)
    }

    private func putElsewhere(_ bytes: FileBytes, _ file: Int) {
        switch store {
        case .files: try? storage.write(data(bytes), to: url(file))
        case .userDefaults:
            let object: Any? =
                switch bytes {
                case .missing, .empty: nil
                case .value(let value): value
                case .broken(let number): "x\(number)"
                }
            defaults.set(object, forKey: "\(file)")
        }
    }

    private func succeeds(_ body: () async throws -> Void) async -> Bool {
        do { try await body() } catch { return false }
        return true
    }
}
