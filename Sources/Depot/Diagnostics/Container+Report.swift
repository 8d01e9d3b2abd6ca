extension Container {
    /// What there is, as text: every registration with its lifetime, what was made of it, when and for whom, and what
    /// nobody has asked for.
    ///
    /// Builds nothing and changes nothing.
    public var report: String {
        let view = effective.core
        let lines = view.family.decide { $0.reportLines(of: view) }
        let names = Names { lines.map(\.registration.key) }
        func name(_ registration: Registration) -> String { names.name(of: registration.key) }
        let live = lines.flatMap(\.made)
        var text = "\(count(lines.count, "registration")), \(count(live.count, "shared instance")).\n"
        let width = min(lines.map { name($0.registration).count }.max() ?? 0, 48)
        for line in lines {
            let registration = line.registration
            var facts = [registration.writtenLifetime]
            if let layer = registration.layer { facts.append(layer.name) }
            if line.isReplaced { facts.append("replaced") }
            if line.isInherited { facts.append("of the parent") }
            facts.append("\(registration.source)")
            text += "\n\(name(registration))\(spaces(width - name(registration).count))  \(facts.joined(separator: " · "))"
            for made in line.made {
                let requester = made.requester.map { ", for \(name($0))" } ?? ""
                text += "\n    made \(ordinal(made.birth)), \(made.age.written) after start\(requester)"
            }
        }
        text += list("Never resolved", lines.filter { !$0.wasResolved && !$0.isReplaced }.map { name($0.registration) })
        text += list("Replacements that nothing resolved", unusedReplacements)
        return text + "\n"
    }

    private func list(_ title: String, _ items: [String]) -> String {
        items.isEmpty ? "" : "\n\n\(title):" + items.map { "\n- \($0)" }.joined()
    }

    /// `1st`, `2nd`, `3rd`, `11th`.
    private func ordinal(_ number: Int) -> String {
        let suffixes = [1: "st", 2: "nd", 3: "rd"]
        return "\(number)\((11...13).contains(number % 100) ? "th" : suffixes[number % 10] ?? "th")"
    }

    private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private func spaces(_ number: Int) -> String { String(repeating: " ", count: max(number, 0)) }
}

/// What the report says of one registration.
private struct ReportLine: Sendable {
    let registration: Registration
    let isReplaced: Bool
    let isInherited: Bool
    let wasResolved: Bool
    let made: [Survey.Made]
}

extension Ledger {
    /// The registrations a container sees, the outermost container's first.
    fileprivate mutating func reportLines(of view: Core) -> [ReportLine] {
        var lines: [[ReportLine]] = []
        var next: Core? = view
        while let core = next {
            lines.append(
                core.slots.compactMap { slot in
                    guard let registration = slot.current, find(slot.key, home: view, view: view) === slot else { return nil }
                    return ReportLine(
                        registration: registration, isReplaced: !slot.replacements.isEmpty, isInherited: core !== view,
                        wasResolved: slot.wasResolved, made: made(slot, registration))
                })
            next = core.parentCore
        }
        return lines.reversed().flatMap { $0 }
    }
}
