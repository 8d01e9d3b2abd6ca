import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Sends requests and checks that each answer is that of its own request.
struct Caller {
    let client: HTTPClient
    let server: String
    /// Begins the ids of its requests.
    let name: String
    var findings = Findings()
    private var number = 0

    init(client: HTTPClient, server: String, name: String) {
        self.client = client
        self.server = server
        self.name = name
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - line: The method and the path.
    ///   - status: The status to expect.
    ///   - other: Another status that is as good, of a request that changes nothing.
    ///   - commits: Whether the transaction must have been committed, where the status is the one to expect.
    ///   - body: What to send.
    ///   - token: The access token.
    /// - Returns: The body of the answer; nil where something was wrong, which is in the findings then.
    mutating func send(
        _ line: String, _ status: UInt, or other: UInt? = nil, commits: Bool = false, body: (any Encodable)? = nil, token: String? = nil
    ) async -> Data? {
        number += 1
        let id = "\(name)-\(number)"
        let trace = Trace()
        findings.traces[id] = trace
        do {
            let begin = ContinuousClock.now
            let response = try await client.execute(request(line, id, trace, body, token), timeout: .seconds(20))
            let got = response.status.code
            let expected = got == other ? got : status
            let answer = try await response.body.collect(upTo: 1 << 20)
            findings.durations.append(Int32(begin.duration(to: .now) / .microseconds(1)))
            return check(response, Data(answer.readableBytesView), of: id, trace, line, expected, commits && got == status)
        } catch {
            findings.fail("\(line): \(error)")
            return nil
        }
    }

    /// Sends a request and hangs up after a while.
    ///
    /// - Parameters:
    ///   - line: The method and the path.
    ///   - token: The access token.
    ///   - mayAnswer: Whether it may have been answered by then.
    ///   - hangUp: Returns when it is time.
    mutating func hangUp(
        _ line: String, token: String? = nil, mayAnswer: Bool = false, until hangUp: @Sendable () async -> Void
    ) async {
        number += 1
        let id = "\(name)-\(number)"
        let trace = Trace()
        findings.traces[id] = trace
        findings.uncertain.insert(id)
        do {
            let request = try request(line, id, trace, nil, token)
            let work = Task { [client] in try await client.execute(request, timeout: .seconds(20)).status.code }
            await hangUp()
            work.cancel()
            let status = try await work.value
            if mayAnswer { return }
            findings.fail("\(line) was answered with \(status) before it was hung up on.")
        } catch {
            findings.hungUp += 1
        }
    }

    /// A caller that does something for this one at the same time; its findings are its own.
    mutating func sibling() -> Caller {
        number += 1
        return Caller(client: client, server: server, name: "\(name)-\(number)")
    }

    private func request(
        _ line: String, _ id: String, _ trace: Trace, _ body: (any Encodable)?, _ token: String?
    ) throws -> HTTPClientRequest {
        let words = line.split(separator: " ")
        var request = HTTPClientRequest(url: server + words[1])
        request.method = .init(rawValue: String(words[0]))
        request.headers.add(name: "X-Request-ID", value: id)
        request.headers.add(name: "traceparent", value: trace.header)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(body)))
        }
        return request
    }

    private mutating func check(
        _ response: HTTPClientResponse, _ answer: Data, of id: String, _ trace: Trace, _ line: String, _ status: UInt, _ commits: Bool
    ) -> Data? {
        let before = findings.errorCount
        if response.headers.first(name: "X-Request-ID") != id {
            findings.fail("\(line): \(id) got the answer of \(response.headers["X-Request-ID"]).")
        }
        if response.status.code != status {
            findings.fail("\(line): status \(response.status.code), not \(status): \(String(decoding: answer, as: UTF8.self))")
        }
        let header = response.headers["traceparent"].joined(separator: ", ")
        let span = trace.span(in: header)
        if span == nil { findings.fail("\(line): sent with \(trace.header), and answered with the trace \"\(header)\".") }
        if let transaction = response.headers.first(name: "X-Transaction-ID") {
            let lastLine = "\(line) \(response.status.code)"
            findings.traces[id]?.answer = span.map { Trace.Answer(span: $0, transaction: transaction, lastLine: lastLine) }
            if !findings.transactions.insert(transaction).inserted { findings.fail("\(line): not its own transaction.") }
            if commits { findings.committed[transaction] = id }
        } else {
            findings.fail("\(line): no transaction.")
        }
        return findings.errorCount == before ? answer : nil
    }
}

extension Caller {
    /// Decodes an answer; one that is not understood is among the findings.
    mutating func decode<Answer: Decodable>(_ type: Answer.Type, _ data: Data?) -> Answer? {
        guard let data else { return nil }
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            findings.fail("\(type): \(error)")
            return nil
        }
    }
}
