import Depot
import DepotTesting
import DepotValues
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import RequestScopes

/// Recognises passwords without taking the time that real hashing takes.
struct PlainHasher: PasswordHasher {
    func hash(_ password: Password) async throws -> String { "plain:" + password.rawValue }
    func matches(_ password: Password, _ hash: String?) async throws -> Bool { hash == "plain:" + password.rawValue }
}

/// The same, and counts how often it was asked.
struct CountingHasher: PasswordHasher {
    let matched = Tally.Count()

    func hash(_ password: Password) async throws -> String { try await PlainHasher().hash(password) }

    func matches(_ password: Password, _ hash: String?) async throws -> Bool {
        matched.add(1)
        return try await PlainHasher().matches(password, hash)
    }
}

/// A date that a test turns.
final class TurnableDate: Sendable {
    private let date = NIOLockedValueBox(Date(timeIntervalSince1970: 1_800_000_000))

    var now: Date { date.withLockedValue { $0 } }

    func turn(minutes: Double) { date.withLockedValue { $0 += minutes * 60 } }
}

extension Trait where Self == DependenciesTrait {
    /// What a server reads from the ambient values.
    ///
    /// The clock stands still: what sleeps does so until it is cancelled.
    static var serverValues: Self { serverValues(TurnableDate()) }

    static func serverValues(_ date: TurnableDate) -> Self {
        .dependencies {
            $0.date = DateGenerator { date.now }
            $0.uuid = UUIDGenerator { UUID() }
            $0.randomNumberGenerator = .system
            $0.continuousClock = TestClock()
        }
    }
}

/// Makes a server's container with a database of its own, for as long as the operation runs, and checks that it ends clean.
func withServer(
    hasher: any PasswordHasher = PlainHasher(), limits: Limits = Limits(), log: RecordedLog? = nil,
    _ configure: (Container) -> Void = { _ in }, _ operation: (Container) async throws -> Void
) async throws {
    try await withDirectory { directory in
        let options = ServerOptions(database: directory.appending(path: "test.sqlite").path, limits: limits, isRehearsal: true)
        let logger = log?.logger ?? Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let container = try Bootstrap.container(options, logger: logger)
        container.replace((any PasswordHasher).self, with: hasher)
        configure(container)
        try await container.start()
        try await operation(container)
        let tally = container.resolve(Tally.self)
        let failures = await container.close()
        #expect(failures.isEmpty)
        let health = Health(of: container, tally)
        #expect(health.isClean, "\(health)")
    }
}

/// Makes a directory of its own for as long as the operation runs.
func withDirectory(_ operation: (URL) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "RequestScopes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try await operation(directory)
}

/// The same with a client: one that hands its requests to the router, or a real one over the loopback.
func withClient(
    _ setup: TestingSetup = .router, hasher: any PasswordHasher = PlainHasher(), limits: Limits = Limits(),
    log: RecordedLog? = nil, _ configure: (Container) -> Void = { _ in },
    _ operation: @escaping @Sendable (Container, any TestClientProtocol) async throws -> Void
) async throws {
    try await withServer(hasher: hasher, limits: limits, log: log, configure) { container in
        try await Server.application(container).test(setup) { client in try await operation(container, client) }
    }
}

/// Waits for a condition, and gives up after ten minutes.
func eventually(_ condition: @Sendable () async throws -> Bool, _ location: SourceLocation = #_sourceLocation) async rethrows {
    let deadline = ContinuousClock.now.advanced(by: .seconds(600))
    while try await !condition() {
        if ContinuousClock.now > deadline {
            Issue.record("It did not come to that within ten minutes.", sourceLocation: location)
            return
        }
        await Task.yield()
    }
}

extension TestClientProtocol {
    /// Sends a request with a body in JSON.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, token: String? = nil, id: String? = nil, trace: String? = nil,
        agent: String? = nil
    ) async throws -> TestResponse {
        var headers = HTTPFields()
        if let token { headers[.authorization] = "Bearer \(token)" }
        if let id { headers[.requestID] = id }
        if let trace { headers[.traceParent] = trace }
        if let agent { headers[.userAgent] = agent }
        return try await execute(uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    }

    /// Makes an account and logs in.
    func logIn(as name: String) async throws -> Session {
        let credentials = #"{"name": "\#(name)", "password": "correct horse"}"#
        _ = try await send(.post, "/sign-up", credentials)
        return try await send(.post, "/login", credentials).decoded(Session.self)
    }
}

extension TestResponse {
    func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(type, from: Data(body.readableBytesView))
    }

    /// What a refusal says.
    var message: String? { (try? JSONDecoder().decode([String: String].self, from: Data(body.readableBytesView)))?["message"] }

    /// The status and, where it is a refusal, its code.
    var outcome: String {
        let refusal = try? JSONDecoder().decode([String: String].self, from: Data(body.readableBytesView))
        return ["\(status.code)", refusal?["error"]].compactMap(\.self).joined(separator: " ")
    }
}

extension ScopeProvisions {
    /// What the middleware gives the scope of a request.
    mutating func provideRequest(_ id: String) {
        let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        provide(IncomingRequest.self, IncomingRequest(request, newID: id))
        provide(TraceContext.self, TraceContext(continuing: nil, .system))
    }
}

extension Container {
    /// What the journal says: which request committed which transaction.
    func journal() async throws -> [String: String] {
        let lines = try await resolve(AppDatabase.self).pool.read { db in try JournalRecord.fetchAll(db) }
        return Dictionary(uniqueKeysWithValues: lines.map { ($0.transaction, $0.request) })
    }

    /// The names of all accounts.
    func accountNames() async throws -> [String] {
        try await resolve(AppDatabase.self).pool.read { db in try AccountRecord.fetchAll(db).map(\.name).sorted() }
    }
}
