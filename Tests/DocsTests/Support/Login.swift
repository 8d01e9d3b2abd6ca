import Depot

// The app that the guides speak of.

protocol NetworkManager: AnyObject, Sendable {
    func post(_ path: String) async throws -> String
}

protocol KeychainManager: AnyObject, Sendable {
    var token: String? { get }
}

protocol LoginUseCase: AnyObject, Sendable {
    var network: any NetworkManager { get }
    func logIn(name: String, password: String) async throws -> String
}

struct Refusal: Error {}

final class URLSessionNetwork: NetworkManager {
    func post(_ path: String) async throws -> String { "live" }
}

/// Refuses, unless it is given an answer.
final class MockNetwork: NetworkManager {
    private let answer: String?
    private let log = Locked<[String]>([])
    var sent: [String] { log.withLock { $0 } }

    init(_ answer: String? = nil) {
        self.answer = answer
    }

    func post(_ path: String) async throws -> String {
        log.withLock { $0.append(path) }
        guard let answer else { throw Refusal() }
        return answer
    }
}

final class FileKeychain: KeychainManager {
    var token: String? { nil }
}

final class MemoryKeychain: KeychainManager {
    let token: String?

    init(_ token: String? = nil) {
        self.token = token
    }
}

final class DefaultLoginUseCase: LoginUseCase {
    let network: any NetworkManager

    init(_ network: any NetworkManager) {
        self.network = network
    }

    func logIn(name: String, password: String) async throws -> String { try await network.post("/login \(name)") }
}

/// Has nothing to do with the network.
final class TokenUseCase: Sendable {
    let keychain: any KeychainManager

    init(_ keychain: any KeychainManager) {
        self.keychain = keychain
    }
}

@MainActor
final class LoginViewModel {
    let login: any LoginUseCase
    private(set) var message = ""

    init(_ login: any LoginUseCase) {
        self.login = login
    }

    func logIn(name: String, password: String) async {
        do {
            message = try await login.logIn(name: name, password: password)
        } catch {
            message = "The password is wrong."
        }
    }
}

struct UserID: Hashable, Sendable {
    let value: Int

    init(_ value: Int) {
        self.value = value
    }
}

@MainActor
final class UserViewModel {
    let id: UserID
    let login: any LoginUseCase

    init(_ id: UserID, _ login: any LoginUseCase) {
        self.id = id
        self.login = login
    }
}

/// Confined to the main actor, and so are its mocks.
@MainActor
protocol Router: AnyObject {
    var screens: [String] { get }
}

@MainActor
final class AppRouter: Router {
    var screens = ["start"]
}

@MainActor
final class LoggingRouter: Router {
    private let base: any Router
    var screens: [String] { base.screens + ["logged"] }

    init(_ base: any Router) {
        self.base = base
    }
}

@MainActor
final class FakeRouter: Router {
    var screens: [String] = []
}

final class Database: Sendable {
    let url: String

    init(_ network: any NetworkManager) async throws { url = try await network.post("/database") }
    init(url: String) async { self.url = url }
}
