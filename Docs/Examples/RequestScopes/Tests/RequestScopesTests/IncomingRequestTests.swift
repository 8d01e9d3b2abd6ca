import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import RequestScopes

@Suite struct IncomingRequestTests {
    private static func incoming(_ headers: HTTPFields) -> IncomingRequest {
        let head = HTTPRequest(method: .put, scheme: nil, authority: nil, path: "/me?all=1", headerFields: headers)
        return IncomingRequest(Request(head: head, body: RequestBody(buffer: ByteBuffer())), newID: "new")
    }

    @Test func `it says what came in`() {
        let request = Self.incoming([.requestID: "r-1", .userAgent: "popcorn/1"])
        #expect(request.id == "r-1")
        #expect(request.method == .put)
        #expect(request.path == "/me")
        #expect(request.agent == "popcorn/1")
        #expect(Self.incoming([:]).id == "new")
        #expect(Self.incoming([:]).agent == nil)
    }

    @Test(arguments: [
        ("Mozilla/5.0 (X11; Linux x86_64)", "Mozilla/5.0"), ("curl/8.5.0", "curl/8.5.0"), ("curl", "curl"), ("", nil), ("(X11)", nil),
        ("a=b trace_id=1", nil), ("ünï/1", nil), ("a/1\u{1b}[31m", "a/1"), (String(repeating: "a", count: 65), nil),
        (String(repeating: "a", count: 64) + " more", String(repeating: "a", count: 64)),
    ])
    func `of the user agent the first product is kept, where it may go into a log`(header: String, agent: String?) {
        #expect(Self.incoming([.userAgent: header]).agent == agent)
    }
}
