internal import Depot
internal import Foundation

/// A mistake in the use of dependencies: what, where, and how to put it right.
struct DependencyIssue {
    let text: String
    let site: ReadSite?

    /// Fails the test; in an app, writes the text to standard error.
    ///
    /// A test process that has nobody to report to stops, since otherwise its tests would pass.
    func report() {
        if let support = TestSupport.installed { return support.report(text, site) }
        guard ProcessState.shared.isTest || ProcessState.shared.context == .test else {
            (text + "\n").data(using: .utf8).map(FileHandle.standardError.write)
            return
        }
        fatalError(text + "\n" + Self.noReporter)
    }

    static let noReporter = """

        The process stops because nothing in it can fail the test. Link the library DepotTesting to the test target: in
        Package.swift, .testTarget(…, dependencies: [.product(name: "DepotTesting", package: "depot")]).
        """
}

// MARK: - The texts

extension DependencyIssue {
    /// A key without a test value was read in a test.
    static func missingTestValue(key: any DependencyKey.Type, site: ReadSite?, isForAll: Bool = false) -> DependencyIssue {
        let value = ValuePath.expression(for: key, readAt: site)
        let name = typeName(of: key, as: .code)
        let forAll =
            key is any BuiltInKey.Type ? "" : "\n  • for all tests: static \(name.contains("<") ? "var" : "let") testValue in \(name)"
        let around =
            isForAll
            ? "later, when it is used: what all tasks share, as what is made here, is made outside of every withDependencies"
            : "around the code under test: withDependencies { \(value) = … } operation: { … }"
        let place = site.map { "the @Dependency at \($0)" } ?? "\(name).testValue, asked for directly"
        return DependencyIssue(
            text: """
                Depot: a dependency has no test value, and a test has read it.
                  Key:   \(name)
                  Value: \(typeName(of: key.valueType, as: .code))
                  Read:  \(place)
                Give it one of these, in the order of how much of the test it covers:
                  • \(around)
                  • for a test or a suite: the trait .dependencies { \(value) = … }\(forAll)
                The test went on with the live value.
                """,
            site: site)
    }

    /// The live value of a key was read that has none.
    static func missingLiveValue(key: any TestDependencyKey.Type, site: ReadSite?) -> DependencyIssue {
        let place = site.map { "\n  Read:  the @Dependency at \($0)" } ?? ""
        let (name, value) = (typeName(of: key, as: .code), typeName(of: key.valueType, as: .code))
        return DependencyIssue(
            text: """
                Depot: a dependency has no live value, and live code has read it.
                  Key:   \(name)
                  Value: \(value)\(place)
                The key is a TestDependencyKey: the module that is linked has its interface alone. Do one of these:
                  • link the module that has the live value
                  • give it one: extension \(name): DependencyKey { static var liveValue: \(value) { … } }
                  • set one before anything reads it: prepareDependencies { \(ValuePath.expression(for: key, readAt: site)) = … }
                """,
            site: site)
    }

    /// A closure was called that nobody has implemented.
    static func unimplemented(_ name: String, site: ReadSite) -> DependencyIssue {
        DependencyIssue(
            text: """
                Depot: a closure was called that is not implemented.
                  Name:  \(name.isEmpty ? "not given" : name)
                  Where: the unimplemented at \(site)
                Give what calls it an implementation: withDependencies { $0.… = … } operation: { … }, or the trait .dependencies { $0.… = … }.
                """,
            site: site)
    }

    /// Defaults that need each other.
    static func cycle(_ path: [String], site: ReadSite?) -> DependencyIssue {
        let place = site.map { "\n  Read:  the @Dependency at \($0)" } ?? ""
        return DependencyIssue(
            text: """
                Depot: the default of a dependency needs itself.
                  Path:  \(path.joined(separator: " → "))\(place)
                Break the cycle: let one of these get the next when it is used, not while it is made.
                """,
            site: site)
    }

    /// `prepareDependencies` came too late.
    static func preparedLate(key: String, site: ReadSite, before: ReadSite?) -> DependencyIssue {
        let what = before.map { "it was prepared before, at \($0)." } ?? "it has been read before."
        return DependencyIssue(
            text: """
                Depot: a dependency was prepared too late, and the value is ignored.
                  Key:   \(key)
                  Where: the prepareDependencies at \(site)
                  Why:   \(what)
                Prepare each dependency once, at the start of the program, before anything reads it; where it has to change
                later, use withDependencies.
                """,
            site: site)
    }
}

extension TestDependencyKey {
    /// The type of the value, for a message.
    fileprivate static var valueType: Any.Type { Value.self }
}

extension DefaultSlot {
    /// The key's type, for a message.
    var keyName: String {
        // The word is the address of a type's metadata, which lives for ever, with two bits of context in it.
        "\(unsafeBitCast(word & ~3, to: Any.Type.self))"
    }
}
