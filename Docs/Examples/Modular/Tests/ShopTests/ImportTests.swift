import Foundation
import Testing

/// Who imports what, read from the sources: the targets in Package.swift say it, and this says it again, where a change must be meant.
struct ImportTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
    private static let interfaces: Set<String> = ["Catalog", "Checkout"]
    private static let implementations: Set<String> = ["CatalogLive", "CheckoutLive", "Loyalty", "Storefront"]

    @Test(arguments: interfaces)
    func `an interface imports no implementation, and not the container`(module: String) throws {
        let imports = try Self.imports(of: module)
        #expect(imports.isDisjoint(with: Self.implementations))
        #expect(!imports.contains("Depot"))
    }

    @Test(arguments: implementations)
    func `an implementation imports interfaces only`(module: String) throws {
        let imports = try Self.imports(of: module)
        #expect(!imports.isDisjoint(with: Self.interfaces))
        #expect(imports.isDisjoint(with: Self.implementations))
    }

    @Test func `only the bootstrap sees all of them`() throws {
        #expect(try Self.imports(of: "Shop").isSuperset(of: Self.implementations))
    }

    private static func imports(of module: String) throws -> Set<String> {
        let folder = package.appending(path: "Sources/\(module)")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        return try files.reduce(into: []) { imports, file in
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ")
                guard let word = words.firstIndex(of: "import"), word <= 1, word + 1 < words.count else { continue }
                imports.insert(String(words[word + 1]))
            }
        }
    }
}
