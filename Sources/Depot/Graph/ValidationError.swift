/// Everything that is wrong with what a container has registered, found before anything is built.
///
/// `description` is the whole report, written for the person who reads the failing test or the launch log:
///
/// ```text
/// 1 problem in 3 registrations.
///
/// 1. any LoginRepository is not registered.
///    path: any LoginUseCase (App/UseCases.swift:5) → any LoginRepository
///    fix:  register it in an assembly: container.register((any LoginRepository).self, using: …)
/// ```
public struct ValidationError: Error, Sendable {
    /// The problems: by kind, and within a kind in registration order.
    public let problems: [Problem]
    /// The registrations that nothing is known of: bare closures that were not seen to run.
    ///
    /// They are not problems, and not called valid either.
    public let opaque: [ResolutionError.Step]
    /// How many registrations were looked at.
    public let registrationCount: Int

    /// One thing that is wrong.
    public struct Problem: Sendable, Hashable {
        /// What is wrong, in a word.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// Something is needed that is not registered.
            case missing
            /// Something needs itself before it exists.
            case cycle
            /// Something that lives long would keep something that lives shorter.
            case captive
            /// A dependency points to a higher layer.
            case layer
            /// Two assemblies register one key.
            case duplicate
            /// A synchronous service needs one that has to be awaited.
            case asyncNeededBySync
            /// A service of no actor needs one of the main actor.
            case mainActorNeededByNonisolated
            /// A decorator has found nothing to wrap.
            case decoratorWithoutTarget
            /// A replacement stands in for nothing.
            case replacementWithoutTarget
        }

        /// What is wrong, in a word.
        public let kind: Kind
        /// What is wrong, as a sentence or two.
        public let what: String
        /// The way to it: from what is at fault to what it must not have, or around the cycle.
        public let path: [ResolutionError.Step]
        /// Others that suffer from the same.
        public let alsoNeededBy: [ResolutionError.Step]
        /// What to change.
        public let fix: String

        package init(kind: Kind, what: String, path: [ResolutionError.Step], alsoNeededBy: [ResolutionError.Step] = [], fix: String) {
            self.kind = kind
            self.what = what
            self.path = path
            self.alsoNeededBy = alsoNeededBy
            self.fix = fix
        }

        /// The place in the source code to look at first.
        public var source: SourceLine? { path.first { $0.source != nil }?.source }
    }
}

extension ValidationError: CustomStringConvertible {
    /// The whole report, over several lines.
    public var description: String {
        var text = counted(problems.count, "problem") + " in " + counted(registrationCount, "registration") + "."
        for (index, problem) in problems.enumerated() {
            let number = "\(index + 1). "
            text += "\n\n" + number
            let indent = "\n" + String(repeating: " ", count: number.count)
            var isAtStart = false
            for character in problem.description where !isAtStart || character != " " {
                isAtStart = character == "\n"
                text += isAtStart ? indent : String(character)
            }
        }
        guard !opaque.isEmpty else { return text }
        text += "\n\nNot checked, because a closure says nothing of what it needs before it runs:"
        for step in opaque { text += "\n- \(step)" }
        return text
    }
}

extension ValidationError.Problem: CustomStringConvertible {
    /// What is wrong, where, and how to fix it, on three lines or four.
    public var description: String {
        var text = what
        if !path.isEmpty { text += "\n  path: \(ResolutionError.written(path))" }
        if !alsoNeededBy.isEmpty { text += "\n  also needed by: \(Self.list(alsoNeededBy))" }
        return text + "\n  fix:  \(fix)"
    }

    private static func list(_ steps: [ResolutionError.Step]) -> String {
        var text = ""
        for (index, step) in steps.prefix(12).enumerated() { text += (index == 0 ? "" : ", ") + step.description }
        return steps.count > 12 ? "\(text) and \(steps.count - 12) more" : text
    }
}
