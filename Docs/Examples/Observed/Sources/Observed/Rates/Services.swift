import Depot
import Foundation

/// What differs from one run to the next.
struct ServerOptions: Sendable {
    /// The port on the loopback; 0 for any that is free.
    var port = 8080
    /// What opening the database, loading the rates and reading the symbols takes, each: made up, so that there is something to see.
    var pause = Duration.milliseconds(60)
}

/// Where the rates are.
final class Database: Sendable {
    init(_ options: ServerOptions) async throws { try await Task.sleep(for: options.pause) }
}

/// What a euro is worth.
final class Rates: Sendable {
    private let dollars = 1.25

    init(_ database: Database, _ options: ServerOptions) async throws { try await Task.sleep(for: options.pause) }

    func dollars(_ euros: Double) -> Double { euros * dollars }
}

/// How currencies are written; read from a file by the first request that needs it.
struct Symbols: Sendable {
    let dollar: String

    static func read(_ options: ServerOptions) -> Symbols {
        Thread.sleep(forTimeInterval: Double(options.pause.nanoseconds) / 1e9)
        return Symbols(dollar: "$")
    }
}

/// What a request is about: each request scope is given one.
struct Inquiry: Sendable {
    let euros: Double
}

/// The line that a request leaves behind, written at its end.
final class Receipt: Disposable, Sendable {
    private let inquiry: Inquiry

    init(_ inquiry: Inquiry) {
        self.inquiry = inquiry
    }

    func dispose() async throws {
        if inquiry.euros < 0 { throw NoSuchAmount(euros: inquiry.euros) }
    }
}

struct NoSuchAmount: Error {
    let euros: Double
}

/// Converts what the request is about.
struct Conversion: Sendable {
    private let inquiry: Inquiry
    private let rates: Rates
    private let symbols: Symbols
    private let receipt: Receipt

    init(_ inquiry: Inquiry, _ rates: Rates, _ symbols: Symbols, _ receipt: Receipt) {
        self.inquiry = inquiry
        self.rates = rates
        self.symbols = symbols
        self.receipt = receipt
    }

    func callAsFunction() -> String { "\(symbols.dollar)\(rates.dollars(inquiry.euros))" }
}

/// Cannot be made: its folder is not there.
struct Archive: Sendable {
    struct FolderIsMissing: Error {}

    init() throws { throw FolderIsMissing() }
}

/// What the server is made of.
struct RatesAssembly: Assembly {
    let options: ServerOptions

    func assemble(_ container: Container) {
        container.expect(Inquiry.self, in: .request)
        container.register(ServerOptions.self, in: .repository, instance: options)
        container.registerAsync(Database.self, .singleton, in: .repository, using: Database.init)
        container.registerAsync(Rates.self, .singleton, in: .repository, using: Rates.init)
        container.register(Symbols.self, .singleton, in: .repository, using: Symbols.read)
        container.register(Receipt.self, .scoped(.request), in: .repository, using: Receipt.init)
        container.registerAsync(Conversion.self, in: .useCase, using: Conversion.init)
        container.register(Archive.self, .singleton, in: .repository, using: Archive.init)
    }
}
