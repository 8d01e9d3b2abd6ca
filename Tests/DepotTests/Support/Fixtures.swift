import Depot
import Synchronization

protocol Network: AnyObject, Sendable {
    var tag: String { get }
}

final class RealNetwork: Network {
    var tag: String { "real" }
}

final class MockNetwork: Network {
    let tag: String

    init(_ tag: String = "mock") {
        self.tag = tag
    }
}

/// Something that has a network in it, at some distance.
protocol Networked: AnyObject, Sendable {
    var network: any Network { get }
}

final class Repository: Networked {
    let network: any Network

    init(_ network: any Network) {
        self.network = network
    }
}

final class UseCase: Networked {
    let repository: Repository
    var network: any Network { repository.network }

    init(_ repository: Repository) {
        self.repository = repository
    }
}

final class Screen: Networked {
    let useCase: UseCase
    var network: any Network { useCase.network }

    init(_ useCase: UseCase) {
        self.useCase = useCase
    }
}

/// A singleton that has nothing to do with the network.
final class Keychain: Sendable {}

struct UserID: Hashable, Sendable {
    let value: Int

    init(_ value: Int) {
        self.value = value
    }
}

struct Failure: Error, Equatable {
    var reason = "no"
}

/// Counts, from any thread.
final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .sequentiallyConsistent) }

    /// - Returns: The number of this call, from 1 on.
    @discardableResult
    func increment() -> Int { count.add(1, ordering: .sequentiallyConsistent).newValue }
}

/// What happened, in order.
final class Log: Sendable {
    private let lines = Locked<[String]>([])
    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) {
        lines.withLock { $0.append(line) }
    }
}

/// A clock that stands still until it is turned.
final class TurnableClock: Clock {
    private let offset = Locked(Duration.zero)
    private let start = ContinuousClock.now

    var now: ContinuousClock.Instant { start + offset.withLock { $0 } }
    var minimumResolution: Duration { .zero }

    func turn(by duration: Duration) {
        offset.withLock { $0 += duration }
    }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}

/// Network, repository, use case and screen, all singletons.
func makeStack() -> Container {
    let container = Container()
    container.register((any Network).self, .singleton, in: .repository, using: RealNetwork.init)
    container.register(Repository.self, .singleton, in: .repository, using: Repository.init)
    container.register(UseCase.self, .singleton, in: .useCase, using: UseCase.init)
    container.register(Screen.self, .singleton, in: .viewModel, using: Screen.init)
    container.register(Keychain.self, .singleton, using: Keychain.init)
    return container
}

/// The error of a resolve that is to fail.
func failure<Result>(of body: () throws(ResolutionError) -> Result) -> ResolutionError? {
    do throws(ResolutionError) {
        _ = try body()
        return nil
    } catch {
        return error
    }
}

/// The text of the error of a resolve that is to fail.
func text<Result>(of body: () throws(ResolutionError) -> Result) -> String {
    failure(of: body)?.description ?? "no failure"
}

extension ResolutionError {
    /// The case's name.
    var kind: String {
        switch self {
        case .notRegistered: "notRegistered"
        case .cycle: "cycle"
        case .captive: "captive"
        case .requiresAsync: "requiresAsync"
        case .requiresMainActor: "requiresMainActor"
        case .wrongArguments: "wrongArguments"
        case .factoryFailed: "factoryFailed"
        case .scopeNotOpen: "scopeNotOpen"
        case .notProvided: "notProvided"
        case .closed: "closed"
        case .tooDeep: "tooDeep"
        }
    }
}
