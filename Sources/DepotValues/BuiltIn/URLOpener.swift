public import Foundation

#if canImport(SwiftUI)
    internal import SwiftUI
#endif

/// What opens a URL in the program that is meant for it; call it.
///
/// ```swift
/// @Dependency(\.openURL) var openURL
/// await openURL(helpPage)
/// ```
public struct URLOpener: Sendable {
    private let open: @Sendable (URL) async -> Bool

    /// Opens URLs by a closure, which says whether that was possible.
    public init(_ open: @escaping @Sendable (URL) async -> Bool) { self.open = open }

    /// Opens a URL, and says whether that was possible.
    @discardableResult
    public func callAsFunction(_ url: URL) async -> Bool { await open(url) }
}

enum OpenURLKey: DependencyKey {
    static var liveValue: URLOpener {
        #if canImport(SwiftUI)
            URLOpener { url in
                await withCheckedContinuation { continuation in
                    Task { @MainActor in
                        EnvironmentValues().openURL(url) { continuation.resume(returning: $0) }
                    }
                }
            }
        #else
            URLOpener { url in
                await withCheckedContinuation { continuation in
                    let opener = Process()
                    opener.executableURL = URL(filePath: "/usr/bin/env")
                    opener.arguments = ["xdg-open", url.absoluteString]
                    opener.terminationHandler = { continuation.resume(returning: $0.terminationStatus == 0) }
                    do { try opener.run() } catch { continuation.resume(returning: false) }
                }
            }
        #endif
    }
}

extension DependencyValues {
    /// What opens URLs: on Apple platforms the system, elsewhere `xdg-open`.
    ///
    /// It has no test value.
    public var openURL: URLOpener {
        get { self[OpenURLKey.self] }
        set { self[OpenURLKey.self] = newValue }
    }
}
