/// What the tour writes: headings, what the app does, and what it answers.
@MainActor
enum Page {
    private static var chapters = 0
    /// Why something of it could not be written.
    private(set) static var failure: Problem?

    /// Writes a line.
    static func write(_ line: String) {
        do throws(Problem) { try StandardOutput.say(line) } catch { failure = failure ?? error }
    }

    /// Begins a chapter.
    static func chapter(_ title: String) {
        chapters += 1
        write("\n\(chapters)  \(title)\n   \(String(repeating: "─", count: title.count))")
    }

    /// Says something to the reader.
    static func say(_ text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { write("   \(line)") }
    }

    /// Shows code that the reader could have written.
    static func code(_ text: String) {
        for line in text.split(separator: "\n") { write("     \(line)") }
    }

    /// Shows what someone did, and what came of it.
    static func show(_ action: String, _ outcome: String) {
        let lines = outcome.split(separator: "\n")
        write("     \(action.padded(to: 34)) → \(lines.first ?? "")")
        for line in lines.dropFirst() { write("     \("".padded(to: 34))   \(line)") }
    }

    /// Shows how far a screen has come.
    static func show<Value>(_ action: String, _ phase: Phase<Value>, _ describe: (Value) -> String) {
        switch phase {
        case .ready: show(action, "ready")
        case .working: show(action, "working")
        case .done(let value): show(action, "✓ \(describe(value))")
        case .failed(let problem): show(action, problem)
        }
    }

    /// Shows what went wrong.
    static func show(_ action: String, _ problem: Problem) {
        show(action, "✗ \(problem.what)\n  fix: \(problem.fix)")
    }
}

extension String {
    /// The text, filled up with spaces to a width.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
