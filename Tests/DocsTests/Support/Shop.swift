import Depot

// The services that only the guide to registering speaks of.

protocol Analytics: AnyObject, Sendable {}

protocol Logger: AnyObject, Sendable {}

protocol Plugin: Sendable {
    var label: String { get }
}

protocol TokenReader: AnyObject, Sendable {}

final class FileLogger: Logger {}

final class TokenStore: TokenReader {}

final class SharePlugin: Plugin {
    var label: String { "share" }
}

final class PrintPlugin: Plugin {
    var label: String { "print" }
}

final class LoggingNetwork: NetworkManager {
    let base: any NetworkManager

    init(_ base: any NetworkManager) {
        self.base = base
    }

    func post(_ path: String) async throws -> String { try await base.post(path) }
}

final class RetryingLogin: Sendable {
    let login: any LoginUseCase
    let retries: Int

    init(_ login: any LoginUseCase, retries: Int) {
        self.login = login
        self.retries = retries
    }
}

/// Not `Sendable`: only its caller has it.
final class Cart {}

final class Till {
    let cart: Cart
    let display: Cart

    init(cart: Cart, display: Cart) {
        self.cart = cart
        self.display = display
    }
}

final class ImageCache: Sendable {}

final class Rates: Sendable {}

final class Profile: Sendable {
    let id: UserID
    let login: any LoginUseCase

    init(_ id: UserID, _ login: any LoginUseCase) {
        self.id = id
        self.login = login
    }
}

final class Avatar: Sendable {
    let id: UserID
    let size: Int

    init(_ id: UserID, _ size: Int) {
        self.id = id
        self.size = size
    }
}

/// What happened, in order.
final class EventLog: Sendable {
    private let log = Locked<[String]>([])
    var lines: [String] { log.withLock { $0 } }

    func add(_ line: String) {
        log.withLock { $0.append(line) }
    }
}
