import Bookshelf
import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Testing

struct LaunchTests {
    @Test func `A person gets the library on the web`() {
        let container = Container()
        Launch(arguments: ["Bookshelf"], environment: [:]).setUp(container)
        #expect(!(container.resolve((any Library).self) is SampleLibrary))
        expectValid(container)
    }

    @Test func `A test of the user interface gets samples, the date that it names, and storage that is empty`() {
        let container = Container()
        let environment = ["UI_TEST_DATE": "2026-03-01T09:00:00Z"]
        Launch(arguments: ["Bookshelf", "-ui-testing"], environment: environment).setUp(container)
        #expect(container.resolve((any Library).self) is SampleLibrary)
        @Dependency(\.date) var date
        #expect(date.now == Date(timeIntervalSince1970: 1_772_355_600))
        @Dependency(\.uuid) var uuid
        #expect(uuid() == UUID(0))
        @Shared(.notes) var notes
        #expect(notes.isEmpty)
        expectValid(container)
    }

    @Test func `A test of the user interface may take the library away`() async {
        let container = Container()
        Launch(arguments: ["-ui-testing"], environment: ["UI_TEST_LIBRARY": "offline"]).setUp(container)
        let library = container.resolve((any Library).self)
        await #expect(throws: (any Error).self) { try await library.logIn(name: "ada", password: "open") }
    }
}
