import DepotSharing
import Foundation

/// The rows about shared state in a file: what a save takes of the processor, on whatever thread, beside the same written by hand.
func fileOutcomes(_ request: Request) async -> [Outcome] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "depot-bench-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
        let small = try await savingOutcomes(in: folder.appending(path: "few"), files: 0, request)
        let large = try await savingOutcomes(in: folder.appending(path: "many"), files: 10_000, request)
        return small + large
    } catch {
        fatalError("The rows about files: \(error)")
    }
}

/// A save in a folder of some files.
private func savingOutcomes(in folder: URL, files: Int, _ request: Request) async throws -> [Outcome] {
    let place = files == 0 ? "" : " in a folder of 10,000 files"
    let (floor, saved) = ("floor: write, fsync, rename\(place)", "@Shared in a file\(place): withLock and save()")
    guard request.includes(saved) || request.includes(floor) else { return [] }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for number in 0..<files { try Data().write(to: folder.appending(path: "\(number)")) }
    sync()
    @Shared(.fileStorage(folder.appending(path: "value.json"))) var value = 0
    let byHand = HandWrittenFile(folder.appending(path: "byhand.json"))
    let (shared, saves) = ($value, 20)
    var (own, others): ([Double], [Double]) = ([], [])
    for round in 0...request.rounds {
        request.show(round)
        var (hand, depot) = (0.0, 0.0)
        // In turns: what the disk is still busy with hits both alike.
        for number in 0..<saves {
            let start = processTime()
            try byHand.replace(with: "\(round * saves + number)")
            let middle = processTime()
            shared.withLock { $0 = round * saves + number }
            try await shared.save()
            hand += middle - start
            depot += processTime() - middle
        }
        // The first round only warms up.
        if round == 0 { continue }
        others.append(hand / Double(saves))
        own.append(depot / Double(saves))
    }
    return [
        Outcome(floor, nanoseconds: median(others), figure: 1, unit: "×"),
        Outcome(saved, nanoseconds: median(own), figure: median(ratios(own, others)), unit: "×", floor: 1, limit: .atMost(1.3)),
    ]
}

/// A file replaced as carefully as can be, by the system's own calls.
private struct HandWrittenFile {
    private let path: String
    private let draft: String

    init(_ url: URL) {
        path = url.path
        draft = url.path + ".new"
    }

    func replace(with text: String) throws {
        let descriptor = open(draft, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(.EIO) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0, rename(draft, path) == 0 else {
            throw POSIXError(.EIO)
        }
    }
}
