import Depot
import Foundation

/// The rows about an async chain: each service awaits the one before it.
///
/// Each chain runs in a process of its own, whose memory nothing else has grown.
func asyncChainOutcomes(_ request: Request) -> [Outcome] {
    let names = [
        "async chain of 10,000: processor time", "async chain of 10,000: against ten times one of 1,000", "async chain of 10,000: memory",
    ]
    guard names.contains(where: request.includes) else { return [] }
    let long = chains(10_000, min(request.rounds, 5))
    let short = chains(1_000, min(request.rounds, 5))
    guard !long.isEmpty, !short.isEmpty else { fatalError("The async chain did not end.") }
    let nanoseconds = median(long.map(\.nanoseconds))
    let bytes = median(long.map { Double($0.bytes) })
    return [
        Outcome(names[0], figure: nanoseconds / 1e9, unit: "s", limit: .atMost(1)),
        Outcome(names[1], figure: nanoseconds / 10 / median(short.map(\.nanoseconds)), unit: "×", floor: 1, limit: .atMost(2)),
        Outcome(names[2], figure: bytes / 1e6, unit: "MB", limit: .atMost(20)),
    ].filter { request.includes($0.name) }
}

/// What a chain took.
struct ChainCost: Codable {
    /// Of the processor, on whatever thread.
    let nanoseconds: Double
    /// By how much the process was larger at most.
    let bytes: Int

    /// Resolves a chain of some length, here.
    static func measure(_ count: Int) async throws -> ChainCost {
        let container = Container()
        func add<Number: Numbered, Before: Numbered>(_ type: Number.Type, after before: Before.Type) {
            container.registerAsync(Numeric<Number>.self, .singleton) { r in
                _ = try await r.resolveAsync(Numeric<Before>.self)
                return Numeric<Number>()
            }
        }
        func last<Number: Numbered>(_ type: Number.Type) async throws { keepObject(try await container.resolveAsync(Numeric<Number>.self)) }
        container.registerAsync(Numeric<End>.self, .singleton) { _ in Numeric<End>() }
        var before: any Numbered.Type = End.self
        for type in numberTypes(count) {
            add(type, after: before)
            before = type
        }
        let (start, size) = (processTime(), Memory.resident)
        try await last(before)
        return ChainCost(nanoseconds: processTime() - start, bytes: Memory.peak - size)
    }
}

/// Runs chains of one length, each in a process of its own.
private func chains(_ count: Int, _ rounds: Int) -> [ChainCost] {
    (0..<rounds).compactMap { _ in
        let process = Process()
        let output = Pipe()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["--async-chain", "\(count)"]
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            fatalError("\(error)")
        }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try? JSONDecoder().decode(ChainCost.self, from: data)
    }
}
