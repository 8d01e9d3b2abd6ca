import Foundation

/// A network without a wire: the backend is in this process, and its accounts are in files.
struct EmbeddedNetwork: NetworkManager {
    private let backend: Backend

    init(backend: Backend) {
        self.backend = backend
    }

    var place: String { "the embedded backend in \(backend.directory.path)" }

    func send(_ request: Request) async throws(Problem) -> Reply { try await backend.answer(request) }
}
