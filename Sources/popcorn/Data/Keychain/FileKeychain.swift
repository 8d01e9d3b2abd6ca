import Foundation

/// A keychain in a file that only the user can read.
///
/// An iOS app would put its `Security` keychain here: one registration, and nothing else changes.
struct FileKeychain: KeychainManager {
    private let file: JSONFile<[String: Data]>

    init(file url: URL) {
        file = JSONFile(title: "keychain", url: url, empty: [:])
    }

    var place: String { file.url.path }

    func data(for key: KeychainKey) async throws(Problem) -> Data? { try file.read()[key.name] }

    func set(_ data: Data?, for key: KeychainKey) async throws(Problem) {
        let result = try file.update { entries in entries[key.name] = data }
        switch result {
        case .success: return
        }
    }
}
