import Depot

/// One for each request.
final class RequestContext: Sendable {
    let number: Int

    init(_ number: Int = 0) {
        self.number = number
    }
}

/// One for each screen.
final class ImageCache: Sendable {}

/// One for each login.
final class UserSession: Sendable {}

/// A part of a scope that says when it is disposed.
final class Part: Disposable, Sendable {
    let name: String
    private let log: Log

    init(_ name: String, _ log: Log) {
        self.name = name
        self.log = log
    }

    func dispose() async throws {
        log.add(name)
        if name.hasPrefix("failing") { throw Failure(reason: name) }
    }
}

extension Container {
    /// Registers a part for each name.
    func registerParts(_ names: [Name], _ log: Log, _ kind: ScopeKind = .request) {
        for name in names {
            register(Part.self, name: name, .scoped(kind)) { _ in Part(name.rawValue, log) }
        }
    }
}
