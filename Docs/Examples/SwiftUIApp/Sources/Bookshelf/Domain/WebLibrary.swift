internal import DepotValues
internal import Foundation

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// The library on the web.
struct WebLibrary: Library {
    @Dependency(\.urlSession) private var session
    private let server: String

    init(server: String) { self.server = server }

    func logIn(name: String, password: String) async throws -> Reader {
        var request = URLRequest(url: try url("login"))
        request.httpMethod = "POST"
        request.httpBody = try JSONEncoder().encode(["name": name, "password": password])
        return try await answer(to: request)
    }

    func books(of reader: Reader) async throws -> [Book] { try await answer(to: URLRequest(url: url("readers", reader.name, "books"))) }

    private func answer<Answer: Decodable>(to request: URLRequest) async throws -> Answer {
        let (data, response) = try await session.data(for: request)
        switch (response as? HTTPURLResponse)?.statusCode {
        case 200: break
        case 401: throw WrongPassword()
        default: throw URLError(.badServerResponse)
        }
        return try JSONDecoder().decode(Answer.self, from: data)
    }

    private func url(_ path: String...) throws -> URL {
        guard let root = URL(string: server) else { throw URLError(.badURL) }
        return path.reduce(root) { $0.appending(path: $1) }
    }
}
