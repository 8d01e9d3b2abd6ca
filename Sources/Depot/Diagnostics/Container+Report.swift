extension Container {
    /// What there is, as text: every registration with its lifetime, what was made of it, when and for whom, and what
    /// nobody has asked for.
    ///
    /// Builds nothing and changes nothing.
    public var report: String {
        let survey = survey()
        let places = survey.visible
        let names = Names { survey.entries.map(\.registration.key) }
        let titles = places.map { names.name(of: survey.entries[$0].registration.key) }
        let width = titles.reduce(0) { max($0, min($1.count, 48)) }
        var text = ""
        var live = 0
        var unresolved: [String] = []
        for (index, place) in places.enumerated() {
            let (entry, title) = (survey.entries[place], titles[index])
            text += "\n" + title + String(repeating: " ", count: max(width - title.count, 0)) + "  " + entry.registration.writtenLifetime
            if let layer = entry.registration.layer { text += " · " + layer.name }
            if entry.isReplaced { text += " · replaced" }
            if survey.levelOf[place] > 0 { text += " · of the parent" }
            text += " · " + entry.registration.source.description
            for made in entry.made {
                text += "\n    made " + ordinal(made.birth) + ", " + made.age.written + " after start"
                if let requester = made.requester { text += ", for " + names.name(of: requester) }
            }
            live += entry.made.count
            if !entry.wasResolved, !entry.isReplaced { unresolved.append(title) }
        }
        return counted(places.count, "registration") + ", " + counted(live, "shared instance") + ".\n" + text
            + list("Never resolved", unresolved) + list("Replacements that nothing resolved", unusedReplacements) + "\n"
    }

    private func list(_ title: String, _ items: [String]) -> String {
        items.isEmpty ? "" : "\n\n" + title + ":\n- " + items.joined(separator: "\n- ")
    }

    /// `1st`, `2nd`, `3rd`, `11th`.
    private func ordinal(_ number: Int) -> String {
        let isTeen = number / 10 % 10 == 1
        return String(number) + (isTeen || number % 10 > 3 ? "th" : ["th", "st", "nd", "rd"][number % 10])
    }
}
