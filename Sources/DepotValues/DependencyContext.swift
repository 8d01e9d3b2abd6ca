/// Which defaults are in effect: those of the app, of a test or of an Xcode preview.
///
/// It is found out once in each process. First comes what the code says, with `$0.context = .live` in
/// `withDependencies(_:operation:)` or ``prepareDependencies(fileID:filePath:line:_:)``; then the environment variable
/// `DEPOT_CONTEXT` (`live`, `test` or `preview`); then whether this is an Xcode preview; then whether it is a test
/// process. Whatever is none of these is live.
///
/// ```swift
/// withDependencies { $0.context = .live } operation: { integrationTest() }
/// ```
public enum DependencyContext: String, Sendable, CaseIterable {
    /// The app as it ships.
    case live
    /// A test.
    case test
    /// An Xcode preview.
    case preview
}

extension DependencyContext {
    /// The order of detection, after what the code says.
    static func detect(_ facts: ProcessFacts) -> DependencyContext {
        if let name = facts.environment["DEPOT_CONTEXT"], !name.isEmpty {
            guard let context = DependencyContext(rawValue: name) else { fatalError(unknownContext(name)) }
            return context
        }
        if facts.isPreview { return .preview }
        return facts.isTest ? .test : .live
    }

    static func unknownContext(_ name: String) -> String {
        """
        Depot: the environment variable DEPOT_CONTEXT is "\(name)", which is not a context.
        Set it to live, test or preview, or remove it to have the context detected.
        """
    }
}

/// The key under which an override of the context is kept.
enum DependencyContextKey: DependencyKey {
    static var id: ObjectIdentifier { ObjectIdentifier(DependencyContextKey.self) }
    static let liveValue = DependencyContext.live
}

extension DependencyValues {
    /// The context in effect; set it to have another one's defaults.
    public var context: DependencyContext {
        get { context(in: defaults) }
        set { self[DependencyContextKey.self] = newValue }
    }

    /// The context in effect for a reader of these defaults.
    func context(in defaults: DefaultCache) -> DependencyContext {
        if hasOverrides, let node = ValueNode.find(DependencyContextKey.id, captured: captured, current: head) {
            // As in the subscript.
            return withExtendedLifetime(self) { node._withUnsafeGuaranteedRef { $0.value(of: DependencyContextKey.self) } }
        }
        return defaults.context
    }
}
