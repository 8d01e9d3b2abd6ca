#if canImport(FoundationNetworking)
    public import FoundationNetworking
#else
    public import Foundation
#endif

enum URLSessionKey: DependencyKey {
    static var liveValue: URLSession { .shared }
}

extension DependencyValues {
    /// The session that requests go through; `URLSession.shared` in the app.
    ///
    /// It has no test value.
    public var urlSession: URLSession {
        get { self[URLSessionKey.self] }
        set { self[URLSessionKey.self] = newValue }
    }
}
