/// Why something could not be resolved: what happened, where, by which path, and how to fix it.
///
/// `description` is the whole diagnosis, written for the person who reads the crash log:
///
/// ```text
/// any LoginRepository is not registered.
///   path: LoginViewModel (App/Screens.swift:9) → any LoginUseCase (App/UseCases.swift:5) → any LoginRepository
///   fix:  register it in an assembly: container.register((any LoginRepository).self, using: …)
/// ```
public enum ResolutionError: Error, Sendable {
    /// Nothing is registered for the key.
    case notRegistered(Diagnosis)
    /// What is being made needs itself, on one thread or across several.
    case cycle(Diagnosis)
    /// Something long-lived would hold something that lives shorter.
    case captive(Diagnosis)
    /// An async registration was resolved synchronously before its instance existed.
    case requiresAsync(Diagnosis)
    /// A main-actor registration was resolved off the main actor.
    case requiresMainActor(Diagnosis)
    /// The type is registered, but not with these runtime arguments.
    case wrongArguments(Diagnosis)
    /// The factory threw; the diagnosis keeps the error.
    case factoryFailed(Diagnosis)
    /// The container, or the scope, is closed.
    case closed(Diagnosis)
    /// No scope of the kind is open, and the container's scopes are strict.
    case scopeNotOpen(Diagnosis)
    /// Each scope of a kind is to be given it, and this one was not.
    case notProvided(Diagnosis)
    /// The chain of dependencies does not fit on the thread's stack.
    case tooDeep(Diagnosis)

    /// What happened, where, by which path, and how to fix it.
    public var diagnosis: Diagnosis {
        switch self {
        case .notRegistered(let diagnosis), .cycle(let diagnosis), .captive(let diagnosis), .requiresAsync(let diagnosis),
            .requiresMainActor(let diagnosis), .wrongArguments(let diagnosis), .factoryFailed(let diagnosis),
            .closed(let diagnosis), .scopeNotOpen(let diagnosis), .notProvided(let diagnosis), .tooDeep(let diagnosis):
            diagnosis
        }
    }

    /// The types on the way to the failure, the outermost first.
    public var path: [String] { diagnosis.path.map(\.name) }

    /// The error that a factory threw, where that is what happened.
    public var underlying: (any Error)? { diagnosis.underlying }

    /// The parts of a ``ResolutionError``.
    public final class Diagnosis: Sendable {
        /// What happened, as a sentence.
        public let what: String
        /// The way to the failure, the outermost first.
        public let path: [Step]
        /// What to change, as a sentence or two.
        public let fix: String
        /// The error that a factory threw.
        public let underlying: (any Error)?

        @inline(never)
        init(what: String, path: [Step], fix: String, underlying: (any Error)? = nil) {
            self.what = what
            self.path = path
            self.fix = fix
            self.underlying = underlying
        }
    }

    /// One stop on the way to a failure.
    public struct Step: Sendable, Hashable, CustomStringConvertible {
        /// The service, as a person would write its type.
        public let name: String
        /// Where it was registered; nil for what is not.
        public let source: SourceLine?

        package init(name: String, source: SourceLine?) {
            self.name = name
            self.source = source
        }

        /// The name, with the place where there is one.
        public var description: String {
            @inline(never) get { source.map { name + " (" + $0.description + ")" } ?? name }
        }
    }
}

extension ResolutionError: CustomStringConvertible {
    /// The whole diagnosis, over several lines.
    public var description: String {
        let diagnosis = diagnosis
        var text = diagnosis.what
        if !diagnosis.path.isEmpty { text += "\n  path: " + Self.written(diagnosis.path) }
        if !diagnosis.fix.isEmpty { text += "\n  fix:  " + diagnosis.fix }
        return text
    }

    /// Ends the process with the whole diagnosis.
    @inline(never)
    func trap(_ file: StaticString, _ line: UInt) -> Never { fatalError("Depot: \(self)", file: file, line: line) }

    /// The path on one line; the middle of a very long one is left out.
    static func written(_ path: [Step]) -> String {
        var text = ""
        for (index, step) in path.enumerated() {
            let isLeftOut = path.count > 24 && index >= 12 && index < path.count - 8
            if isLeftOut, index > 12 { continue }
            if index > 0 { text += " → " }
            text += isLeftOut ? "… \(path.count - 20) more …" : step.description
        }
        return text
    }
}
