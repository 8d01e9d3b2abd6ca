internal import Foundation

/// A path as the file system compares it.
///
/// Swift takes two texts for equal that Unicode does, such as é as one scalar and as two. On Linux they are two files; on Apple platforms
/// they are one, as they are to Swift.
struct ExactPath: Hashable, Sendable {
    private let bytes: [UInt8]

    init(_ path: String) {
        #if canImport(Darwin)
            bytes = Array(path.precomposedStringWithCanonicalMapping.utf8)
        #else
            bytes = Array(path.utf8)
        #endif
    }
}
