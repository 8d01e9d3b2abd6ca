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

final class Chicken: Sendable {
    let egg: Lazy<Egg>

    init(_ egg: Lazy<Egg>) {
        self.egg = egg
    }
}

final class Egg: Sendable {
    let chicken: Chicken

    init(_ chicken: Chicken) {
        self.chicken = chicken
    }
}

/// Says when it is disposed.
final class Farewell: Disposable, Sendable {
    private let disposed: AsyncStream<Void>.Continuation

    init(_ disposed: AsyncStream<Void>.Continuation) {
        self.disposed = disposed
    }

    func dispose() async throws { disposed.finish() }
}

/// A clock that stands still until it is turned.
final class HandClock: Clock {
    private let offset = Locked(Duration.zero)
    private let start = ContinuousClock.now

    var now: ContinuousClock.Instant { start + offset.withLock { $0 } }
    var minimumResolution: Duration { .zero }

    func turn(by duration: Duration) {
        offset.withLock { $0 += duration }
    }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}
