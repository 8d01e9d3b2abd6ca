import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Testing

@Suite struct AppStorageURLTests {
    @Test func `H10 a URL that UserDefaults itself has stored is read`() throws {
        let name = "depot.sharing.tests.\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { defaults.removePersistentDomain(forName: name) }
        let page = try #require(NSURL(string: "https://example.org/a"))
        defaults.set(URL(filePath: "/tmp/a.txt"), forKey: "file")  // stored as a path
        defaults.set("~/a.txt", forKey: "home")
        defaults.set(try NSKeyedArchiver.archivedData(withRootObject: page, requiringSecureCoding: true), forKey: "page")
        defaults.set(Data([1, 2]), forKey: "bytes")
        let store = UserDefaultsStorage(try #require(UserDefaults(suiteName: name)))
        @Shared(.appStorage("file", store: store)) var file: URL?
        @Shared(.appStorage("home", store: store)) var home: URL?
        @Shared(.appStorage("page", store: store)) var web: URL?
        @Shared(.appStorage("bytes", store: store)) var bytes: URL?
        #expect(file == URL(filePath: "/tmp/a.txt"))
        #expect(home == URL(filePath: NSString(string: "~/a.txt").expandingTildeInPath))
        #expect(web == page as URL)
        #expect(bytes == nil && $bytes.loadError != nil)
        $file.withLock { $0 = URL(filePath: "/tmp/b.txt") }
        #expect(defaults.string(forKey: "file") == "file:///tmp/b.txt")
    }

    @Test(arguments: [
        "/api/v1/users", "~x", "//example.org/a", "a/b?c#d", "?q=1", "https://example.org/%7Ea", "mailto:a@example.org", "file:///tmp/a/",
        "x:",
    ])
    func `H10 a URL comes back equal to what was stored`(text: String) throws {
        try expectRoundTrip(try #require(URL(string: text)))
    }

    @Test func `H10 a URL with a base comes back with its base`() throws {
        try expectRoundTrip(try #require(URL(string: "/b", relativeTo: URL(string: "https://example.org/a"))))
        try expectRoundTrip(URL(filePath: "b.txt", relativeTo: URL(filePath: "/tmp/")))
    }

    /// Writes a URL, and reads it by another property that has only the user defaults in common with the first.
    private func expectRoundTrip(_ url: URL) throws {
        let name = "depot.sharing.tests.\(UUID().uuidString)"
        defer { UserDefaults.standard.removePersistentDomain(forName: name) }
        for store in [UserDefaultsStorage.inMemory(), UserDefaultsStorage(try #require(UserDefaults(suiteName: name)))] {
            do {
                @Shared(.appStorage("url", store: store)) var written: URL?
                $written.withLock { $0 = url }
            }
            @Shared(.appStorage("url", store: store)) var read: URL?
            #expect(read == url)
            #expect(read?.baseURL == url.baseURL)
        }
    }
}
