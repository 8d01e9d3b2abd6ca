/// Takes turns at random, the same ones for the same seed.
struct RandomChooser: Schedule.Chooser, Sendable {
    var generator: ModelGenerator

    mutating func choose(from ready: [Int], current: Int?) -> Int { Int.random(in: ready.indices, using: &generator) }
}

/// Takes the turns of one order after the other, until there is no other.
///
/// An order is a list of choices; the next one differs in the last choice that can be made otherwise.
struct EveryChooser: Schedule.Chooser, Sendable {
    private struct Choice {
        var taken: Int
        let count: Int
    }

    private var choices: [Choice] = []
    private var place = 0
    /// How often a thread may lose its turn although it could go on; most mistakes need two (Musuvathi, Qadeer 2007).
    private let limit: Int
    private var losses = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func choose(from ready: [Int], current: Int?) -> Int {
        // The one whose turn it was comes first, so that the first order is the one without a change.
        let first = current.flatMap { ready.firstIndex(of: $0) }
        if first != nil, losses == limit { return first ?? 0 }
        if place == choices.count { choices.append(Choice(taken: 0, count: ready.count)) }
        let taken = choices[place].taken
        place += 1
        guard let first else { return taken }
        if taken == 0 { return first }
        losses += 1
        return taken <= first ? taken - 1 : taken
    }

    /// Prepares the next order.
    ///
    /// - Returns: Whether there is one.
    mutating func advance() -> Bool {
        choices.removeLast(choices.count - place)
        place = 0
        losses = 0
        while let last = choices.last {
            if last.taken + 1 < last.count {
                choices[choices.count - 1].taken += 1
                return true
            }
            choices.removeLast()
        }
        return false
    }
}
