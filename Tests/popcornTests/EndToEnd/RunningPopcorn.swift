import Foundation

/// A `popcorn` that is running, of which a test reads one line after the other as they come.
final class RunningPopcorn {
    private let process: Process
    private let input: Pipe
    private var lines: AsyncStream<String>.Iterator

    init(_ process: Process, input: Pipe) throws {
        self.process = process
        self.input = input
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        // Who has not ended in half an hour never will: its end is the end of the lines.
        DispatchQueue.global().asyncAfter(deadline: .now() + 1_800) { [weak process] in
            if let process, process.isRunning { process.terminate() }
        }
        let (stream, lines) = AsyncStream.makeStream(of: String.self)
        self.lines = stream.makeAsyncIterator()
        let handle = output.fileHandleForReading
        Thread.detachNewThread {
            var rest = Data()
            while case let more = handle.availableData, !more.isEmpty {
                rest += more
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    lines.yield(String(decoding: rest[..<end], as: UTF8.self))
                    rest = Data(rest[(end + 1)...])
                }
            }
            lines.finish()
        }
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// Waits for the next line; nil when it has ended.
    func line() async -> String? { await lines.next(isolation: #isolation) }

    /// Ends its standard input, waits for its end, and returns its exit status.
    func end() async throws -> Int32 {
        try input.fileHandleForWriting.close()
        while await line() != nil {}
        process.waitUntilExit()
        return process.terminationStatus
    }
}
