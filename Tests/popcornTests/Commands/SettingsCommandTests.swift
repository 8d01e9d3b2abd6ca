import DepotSharing
import Testing

@testable import popcorn

@MainActor
struct SettingsCommandTests {
    @Test func `a choice is seen at once by whoever names the setting`() async throws {
        @Shared(.settings) var settings
        try await SettingsCommand(choice: SettingsCommand.Choice("verbose", "on")).run()
        try await SettingsCommand(choice: SettingsCommand.Choice("name", "ada")).run()
        #expect(settings.isVerbose)
        #expect(settings.name == "ada")
        try await SettingsCommand(choice: SettingsCommand.Choice("verbose", "off")).run()
        try await SettingsCommand(choice: SettingsCommand.Choice("name", "")).run()
        #expect(!settings.isVerbose)
        #expect(settings.name == nil)
    }

    @Test func `a name that cannot be one is not chosen`() {
        #expect(throws: Problem.self) { try SettingsCommand.Choice("name", "Ada Lovelace") }
    }
}
