/// Rows that are measured together.
struct Group {
    let title: String
    /// What the rows measure, and in what unit, for people.
    let note: String
    /// Parts of the rows' names, where getting ready takes long: a filter that touches none of them leaves the group out.
    var about: [String] = []
    let measure: @MainActor (Request) async -> [Outcome]

    /// Whether the name of any of its rows may have this text in it.
    func mayHave(_ text: String) -> Bool { about.isEmpty || about.contains { $0.contains(text) || text.contains($0) } }
}

/// What a group came to.
struct Section: Encodable {
    let title: String
    let note: String
    var outcomes: [Outcome]
}
