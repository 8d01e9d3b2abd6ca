import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Talks HTTP to a server, by `URLSession`.
struct ServerNetwork: NetworkManager {
    private let server: URL
    private let session: URLSession

    /// - Parameter server: The address that the API's paths are put behind.
    init(server: URL) {
        self.server = server
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 10
        session = URLSession(configuration: configuration)
    }

    var place: String { "the server at \(server.absoluteString)" }

    func send(_ request: Request) async throws(Problem) -> Reply {
        do {
            let (body, response) = try await session.data(for: urlRequest(request))
            guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
            return Reply(status: response.statusCode, body: body)
        } catch {
            throw Problem(
                .unreachable, "The server cannot be reached: \(reason(error)).", at: "\(request), \(place)",
                fix: "start the server or correct its address; without --server and POPCORN_SERVER the accounts are kept in files here.")
        }
    }

    private func urlRequest(_ request: Request) -> URLRequest {
        var urlRequest = URLRequest(url: server.appending(path: request.path))
        urlRequest.httpMethod = request.method
        urlRequest.httpBody = request.body
        urlRequest.setValue("application/json", forHTTPHeaderField: "Accept")
        if request.body != nil { urlRequest.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        if let token = request.token { urlRequest.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        return urlRequest
    }

    private func reason(_ error: any Error) -> String {
        switch (error as? URLError)?.code {
        case .cannotConnectToHost: "it refuses the connection"
        case .cannotFindHost, .dnsLookupFailed: "its name is not known"
        case .timedOut: "it does not answer within 10 seconds"
        case .secureConnectionFailed, .serverCertificateUntrusted: "its certificate is not trusted"
        default: String(error.localizedDescription.prefix { $0 != "." })
        }
    }
}
