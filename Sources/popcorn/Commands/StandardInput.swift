import Foundation

/// What is typed, or piped in.
enum StandardInput {
    /// Waits for its end on a thread of its own, so that tasks go on meanwhile.
    static func end() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                while readLine() != nil {}
                continuation.resume()
            }
        }
    }
}
