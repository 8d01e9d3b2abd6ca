import Depot
import DepotGraph
import Foundation

/// A file with a graph: one to compare with, or a page to open.
struct GraphFile: Sendable {
    let url: URL

    /// The graph that is in it as JSON.
    func graph() throws(Problem) -> Graph {
        let data: Data
        do {
            // Not by `Data(contentsOf:)`, which does not read a pipe.
            let file = try FileHandle(forReadingFrom: url)
            defer { try? file.close() }
            data = try file.readToEnd() ?? Data()
        } catch {
            throw Problem(
                .fileAccess, "The graph to compare with cannot be read.", at: url.path,
                fix: "name a file that was written with: popcorn graph --format json")
        }
        do throws(Graph.FormatError) {
            return try Graph(json: data)
        } catch {
            throw Problem(
                .damagedFile, error.what, at: error.place.isEmpty ? url.path : "\(error.place) in \(url.path)",
                fix: "write it again, with the popcorn it is a graph of: popcorn graph --format json")
        }
    }

    /// Writes a page into it, in place of one from before, and makes its directory where there is none.
    func write(_ page: String) throws(Problem) {
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try Data(page.utf8).write(to: url, options: .atomic)
        } catch {
            throw Problem(
                .fileAccess, "The page of the graph cannot be written.", at: url.deletingLastPathComponent().path,
                fix: "make it accessible to you, or choose another directory with --home DIR.")
        }
    }
}
