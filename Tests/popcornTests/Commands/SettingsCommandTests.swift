import DepotSharing
import Testing

@testable import popcorn

@MainActor
struct SettingsCommandTests {
    @Test func `a choice is seen at once by whoever names the setting`() async throws {
        @Shared(.offeredName) var name
        @Shared(.isVerbose) var isVerbose
        try await SettingsCommand(choice: SettingsCommand.Choice("verbose", "on")).run()
        try await SettingsCommand(choice: SettingsCommand.Choice("name", "ada")).run()
        #expect(isVerbose)
        #expect(name == "ada")
        try await SettingsCommand(choice: SettingsCommand.Choice("verbose", "off")).run()
        try await SettingsCommand(choice: SettingsCommand.Choice("name", "")).run()
        #expect(!isVerbose)
        #expect(name == nil)
    }

    @Test func `a name that cannot be one is not chosen`() {
        #expect(throws: Problem.self) { try SettingsCommand.Choice("name", "Ada Lovelace") }
    }
}
