import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Dispatch
import Foundation
import MutatedBytes
import Testing

/// Files of shared values that hold what nobody wrote.
@Suite(.dependencies { $0.defaultFileStorage = .disk }) struct DamagedFileTests {
    @Test func `H8 H16 whatever a file holds is a value or an error, and nothing of it is lost`() async throws {
        let folder = try Folder()
        let standard = SignUp(phoneNumber: "none")
        var bytes = MutatedBytes(
            of: [#"{"phoneNumber":"1","email":"a@b.c","address":{"city":"Seoul","street":"Mapo \u00e9"}}"#],
            count: stressRounds(100, full: 1_000))
        var count = 0
        while true {
            let seed = bytes.seed
            guard let data = bytes.next() else { break }
            count += 1
            let name = "\(count).json"
            try data.write(to: folder.file(name))
            let expected = try? JSONDecoder().decode(SignUp.self, from: data)
            @Shared(.fileStorage(folder.file(name))) var value = standard
            #expect(value == expected ?? standard, "DEPOT_SEED=\(seed)")
            #expect(($value.loadError == nil) == (expected != nil || data.isEmpty), "DEPOT_SEED=\(seed)")
            $value.withLock { $0.email = "new" }
            try await $value.save()
            let written = try JSONDecoder().decode(SignUp.self, from: Data(contentsOf: folder.file(name)))
            #expect(written == value, "DEPOT_SEED=\(seed)")
            if expected == nil, !data.isEmpty {
                #expect(try Data(contentsOf: folder.file("\(name).corrupt")) == data, "DEPOT_SEED=\(seed)")
            }
        }
    }

    @Test func `H5 a write that is saved ends the error of the load, also where the next one waits`() async throws {
        let (storage, url, clock) = (FileStorage.inMemory(), URL(fileURLWithPath: "/value.json"), TestClock())
        let (isReached, gate) = (Locked(false), DispatchSemaphore(value: 0))
        let key: FileStorageKey<Int> = .fileStorage(
            url,
            decode: { data in
                guard let number = Int(String(decoding: data, as: UTF8.self)) else { throw Failure() }
                return number
            },
            encode: { number in
                if number == 1 {
                    isReached.withLock { $0 = true }
                    gate.wait()
                }
                return Data("\(number)".utf8)
            })
        try storage.write(Data("damaged".utf8), to: url)
        let value = withDependencies {
            $0.defaultFileStorage = storage
            $0.continuousClock = clock
        } operation: {
            Shared(wrappedValue: 0, key)
        }
        #expect(value.loadError is SharedError)
        value.withLock { $0 = 1 }
        #expect(await eventually { isReached.withLock { $0 } })
        value.withLock { $0 = 2 }
        gate.signal()
        // The file rests from then on.
        await clock.sleepers(1)
        #expect(try storage.data(at: url) == Data("1".utf8))
        #expect(value.wrappedValue == 2 && value.loadError == nil)
    }

    @Test func `H8 a save writes nothing over a file that could not be read, also where another process has emptied it since`() async throws
    {
        let (storage, url, gate) = (FileStorage.inMemory(), URL(fileURLWithPath: "/value.json"), DispatchSemaphore(value: 0))
        let (looks, saves) = (Counter(), Counter())
        let key: FileStorageKey<Int> = .fileStorage(
            url,
            decode: { data in
                if String(decoding: data, as: UTF8.self) == "worse" {
                    looks.add()
                    gate.wait()
                }
                throw Failure()
            }, encode: { Data("\($0)".utf8) })
        try storage.write(Data("damaged".utf8), to: url)
        let value = withDependencies {
            $0.defaultFileStorage = storage
        } operation: {
            Shared(wrappedValue: 0, CountingKey(base: key, saves: saves))
        }
        try storage.write(Data("worse".utf8), to: url)
        #expect(await eventually { looks.value == 1 })
        try storage.write(Data(), to: url)
        // The file is looked at again when it has heard of "worse".
        let save = Task { try await value.save() }
        #expect(await eventually { saves.value == 1 })
        #expect(value.loadError != nil)
        gate.signal()
        try await save.value
        #expect(await eventually { value.loadError == nil })
        #expect(try storage.data(at: url) == Data())
    }
}
