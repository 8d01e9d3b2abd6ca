import Foundation

/// Shows a file to the person, in the program that they have for it.
protocol Opener: Sendable {
    func open(_ file: URL) throws(Problem)
}
