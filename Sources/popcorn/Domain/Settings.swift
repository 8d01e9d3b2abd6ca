import DepotSharing
import DepotValues
import Foundation

/// What a person has chosen about the app: `settings.plist` in the home directory.
///
/// In a file and not in user defaults: those tell nobody when they are damaged, or cannot be written.
struct Settings: Codable, Equatable, Sendable {
    /// The name that a login offers: the one that logged in last, or one that was chosen.
    var name: String?
    /// Whether each request is shown on standard error.
    var isVerbose = false

    /// The names of the settings, as `popcorn settings` and the file have them.
    enum CodingKeys: String, CodingKey, CaseIterable {
        case name
        case isVerbose = "verbose"
    }

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        isVerbose = try container.decodeIfPresent(Bool.self, forKey: .isVerbose) ?? false
    }
}

extension SharedKey where Self == FileStorageKey<Settings>.Default {
    /// What is chosen, in a file that every popcorn process shares.
    static var settings: Self {
        @Dependency(\.settingsFile) var file
        let decode = { @Sendable (data: Data) in try PropertyListDecoder().decode(Settings.self, from: data) }
        let encode = { @Sendable (settings: Settings) in
            let encoder = PropertyListEncoder()
            encoder.outputFormat = .xml
            return try encoder.encode(settings)
        }
        return Self[.fileStorage(file, decode: decode, encode: encode), default: Settings()]
    }
}

extension Shared<Settings> {
    /// Throws what is wrong with the file.
    func check() throws(Problem) {
        guard loadError != nil else { return }
        @Dependency(\.settingsFile) var file
        throw Problem(
            .damagedFile, "The settings cannot be read.", at: file.path,
            fix: "repair them or remove the file; the next choice or login begins a new one and keeps this one beside it.")
    }

    /// Says on standard error what is wrong with the file.
    func report() {
        do throws(Problem) { try check() } catch { StandardError.say("\(error)") }
    }

    /// Changes what is chosen, and writes it.
    ///
    /// The turn keeps what another process writes between the load and the save.
    func choose(_ change: (inout Settings) -> Void) async throws(Problem) {
        @Dependency(\.settingsFile) var file
        @Dependency(DeviceTurn.self) var turn
        let end = try await turn.begin(file.deletingLastPathComponent())
        defer { end() }
        // A file that cannot be read is kept aside by the save, and a new one is begun.
        try? await load()
        withLock { change(&$0) }
        do {
            try await save()
        } catch {
            throw Problem(
                .fileAccess, "The settings cannot be written.", at: file.path,
                fix: "make them accessible to you, or choose another directory with --home DIR.")
        }
    }
}

/// The file of a process that was told none; tests keep files in memory, so the name does not matter to them.
private enum SettingsFileKey: DependencyKey {
    static var liveValue: URL { Configuration(home: Configuration.usualHome).settingsFile }
    static var testValue: URL { URL(filePath: "/nowhere/settings.plist") }
}

extension DependencyValues {
    /// Where the settings are.
    var settingsFile: URL {
        get { self[SettingsFileKey.self] }
        set { self[SettingsFileKey.self] = newValue }
    }
}
