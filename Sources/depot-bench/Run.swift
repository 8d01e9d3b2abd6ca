extension Group {
    /// How often a row that regressed is measured again before it counts.
    private static let retries = 3

    /// Measures the rows that were asked for.
    @MainActor
    func section(_ options: Options) async -> Section {
        if let filter = options.filter, !mayHave(filter) { return Section(title: title, note: note, outcomes: []) }
        let outcomes = await measure(Request(rounds: options.rounds, names: options.filter.map { [$0] }))
        return Section(title: title, note: note, outcomes: outcomes)
    }

    /// Measures again what regressed, with more rounds each time: noise goes, a regression stays.
    ///
    /// It counts where nobody else was using the machine, and is void elsewhere: others take the caches and the memory as well as the
    /// processors.
    @MainActor
    func confirmed(_ section: Section, _ rounds: Int, _ judge: Judge) async -> Section {
        var outcomes = section.outcomes
        await confirm(&outcomes, rounds, judge)
        return Section(title: title, note: note, outcomes: outcomes)
    }

    @MainActor
    private func confirm(_ outcomes: inout [Outcome], _ rounds: Int, _ judge: Judge) async {
        var confirmed: Set<String> = []
        defer { outcomes = outcomes.map { judge.isRegression($0) && !confirmed.contains($0.name) ? $0.void : $0 } }
        for retry in 1...Group.retries {
            let names = outcomes.filter(judge.isRegression).map(\.name)
            if names.isEmpty { return }
            let others = OthersWork()
            let again = await measure(Request(rounds: rounds * (1 + retry), names: names))
            if others.share < 0.05 { confirmed.formUnion(again.filter(judge.isRegression).map(\.name)) }
            // Void counts as well: the machine is no longer free, so the row says nothing.
            for outcome in again where names.contains(outcome.name) && !judge.isRegression(outcome) {
                outcomes = outcomes.map { $0.name == outcome.name ? outcome : $0 }
            }
        }
    }
}
