import DepotValues
import Foundation
import Synchronization

@testable import popcorn

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The smallest HTTP server that a backend can stand behind: on the loopback, one request for each connection.
final class LoopbackServer: Sendable {
    let url: URL
    private let listener: Int32
    private let backend: Backend
    private let dependencies: EscapedDependencies
    private let isStopped = Atomic<Bool>(false)

    /// The backend answers with the dependencies that are in effect here, although on other threads.
    init(backend: Backend) throws {
        self.backend = backend
        dependencies = withEscapedDependencies { $0 }
        #if canImport(Darwin)
            listener = socket(AF_INET, SOCK_STREAM, 0)
        #else
            listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let status = withUnsafeMutableBytes(of: &address) { bytes in
            let pointer = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            guard let pointer, bind(listener, pointer, length) == 0, listen(listener, 16) == 0 else { return Int32(-1) }
            return getsockname(listener, pointer, &length)
        }
        guard status == 0, let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))") else {
            throw POSIXError(.EADDRNOTAVAIL)
        }
        self.url = url
        Thread.detachNewThread { [self] in serve() }
    }

    /// Answers no further request.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private func serve() {
        while !isStopped.load(ordering: .relaxed) {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            let handle = FileHandle(fileDescriptor: connection, closeOnDealloc: true)
            guard let request = Self.request(from: handle) else { continue }
            // On threads of its own, because other tests may fill every thread of the pool for longer than the client waits.
            Task(executorPreference: ThreadPerJob.shared) { [backend, dependencies] in
                let reply = try await dependencies.yield { try await backend.answer(request) }
                let head = "HTTP/1.1 \(reply.status) \r\nContent-Length: \(reply.body.count)\r\nConnection: close\r\n\r\n"
                try handle.write(contentsOf: Data(head.utf8) + reply.body)
            }
        }
    }

    /// Reads a request; nil where it ends too soon.
    private static func request(from handle: FileHandle) -> Request? {
        var received = Data()
        let end = Data("\r\n\r\n".utf8)
        while received.range(of: end) == nil {
            let more = handle.availableData
            if more.isEmpty { return nil }
            received += more
        }
        guard let head = received.range(of: end).map({ String(decoding: received[..<$0.lowerBound], as: UTF8.self) }) else { return nil }
        let lines = head.components(separatedBy: "\r\n")
        func header(_ name: String) -> String? {
            let line = lines.first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
            return line?.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
        }
        let words = lines[0].components(separatedBy: " ")
        let length = header("Content-Length").flatMap { Int($0) } ?? 0
        var body = received.dropFirst(head.utf8.count + end.count)
        while body.count < length {
            let more = handle.availableData
            if more.isEmpty { return nil }
            body += more
        }
        let token = header("Authorization").map { String($0.dropFirst("Bearer ".count)) }
        return Request(method: words[0], path: words[1], token: token, body: length == 0 ? nil : Data(body))
    }
}

/// Runs each job on a new thread.
private final class ThreadPerJob: TaskExecutor {
    static let shared = ThreadPerJob()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
