import HTTPTypes
import Hummingbird

/// What came in over HTTP, as far as services need to know it: each request scope is given its own.
struct IncomingRequest: Sendable {
    /// The id it came with where that is harmless, else one that was made for it.
    let id: String
    let method: HTTPRequest.Method
    let path: String
    /// The first product in `User-Agent`, such as `popcorn/1`; nil where there is none that may go into a log.
    let agent: String?

    /// - Parameters:
    ///   - request: The request.
    ///   - newID: Its id, where it came with none.
    init(_ request: Request, newID: @autoclosure () -> String) {
        id = Self.harmless(request.headers[.requestID]) ?? newID()
        method = request.method
        path = request.uri.path
        let products = request.headers[.userAgent]?.split(separator: " ", maxSplits: 1)
        agent = Self.harmless(products?.first.map(String.init), besides: "/")
    }

    /// Text that someone else chose, if it may go into logs and headers.
    private static func harmless(_ text: String?, besides other: Unicode.Scalar? = nil) -> String? {
        guard let text, (1...64).contains(text.utf8.count) else { return nil }
        let isHarmless = text.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
            default: scalar == other
            }
        }
        return isHarmless ? text : nil
    }
}
