internal import Depot
internal import Foundation

/// How a user sets a value in an update closure: `$0.date`, or `$0[APIClientKey.self]` where its name is not known.
enum ValuePath {
    /// The expression for a key that was read at a place.
    ///
    /// A name is not kept at run time. In a test the source is at hand, so the line that reads the value is looked at.
    static func expression(for key: any TestDependencyKey.Type, readAt site: ReadSite?) -> String {
        if let builtIn = key as? any BuiltInKey.Type { return "$0.\(builtIn.name)" }
        if let name = site.flatMap(name(readAt:)) { return "$0.\(name)" }
        return "$0[\(typeName(of: key, as: .code)).self]"
    }

    /// The name in `@Dependency(\.name)`, where the line is what it was when it was compiled.
    private static func name(readAt site: ReadSite) -> String? {
        guard let source = try? String(contentsOfFile: site.filePath, encoding: .utf8) else { return nil }
        let lines = source.components(separatedBy: "\n")
        guard lines.indices.contains(site.line - 1) else { return nil }
        let parts = lines[site.line - 1].components(separatedBy: "Dependency(\\.")
        // Of two on one line it is not known which one was read.
        guard parts.count == 2 else { return nil }
        let name = parts[1].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        return name.isEmpty ? nil : String(name)
    }
}

/// A key of the library itself, to which nobody else adds a test value.
protocol BuiltInKey: SendableMetatype {
    /// The name of its value.
    static var name: String { get }
}

extension DependencyContextKey: BuiltInKey { static var name: String { "context" } }
extension LocaleKey: BuiltInKey { static var name: String { "locale" } }
extension CalendarKey: BuiltInKey { static var name: String { "calendar" } }
extension TimeZoneKey: BuiltInKey { static var name: String { "timeZone" } }
extension OpenURLKey: BuiltInKey { static var name: String { "openURL" } }
extension ContinuousClockKey: BuiltInKey { static var name: String { "continuousClock" } }
extension SuspendingClockKey: BuiltInKey { static var name: String { "suspendingClock" } }
extension UUIDKey: BuiltInKey { static var name: String { "uuid" } }
extension RandomNumberGeneratorKey: BuiltInKey { static var name: String { "randomNumberGenerator" } }
extension URLSessionKey: BuiltInKey { static var name: String { "urlSession" } }
extension DateKey: BuiltInKey { static var name: String { "date" } }
