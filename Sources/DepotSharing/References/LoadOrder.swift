/// Which loaded value may take the place of the one in memory: decisions only.
///
/// A load takes time, and what is written or heard of meanwhile may be newer than what it brings. What was being saved when it
/// began may have come too late for it. Of several loads the one that began last is the newest.
struct LoadOrder: Sendable {
    /// How many values were written or heard of so far.
    private var news = 0
    private var begun = 0
    /// The newest load that has ended.
    private var ended = 0
    /// How many loads have not ended yet.
    private(set) var underWay = 0

    /// What a load has to know when it ends.
    struct Mark: Sendable {
        fileprivate let number: Int
        fileprivate let news: Int
        fileprivate let wasUnsaved: Bool
    }

    /// What becomes of a loaded value.
    enum Verdict: Sendable {
        case take
        /// The one in memory is newer; whether the store can be read is known from it all the same.
        case leave
        /// A load that began later has ended already, or what was written and saved, or heard of, since it began is newer.
        case outdated
        /// Nobody can tell whether it is that of before or after a save.
        case loadAgain
        /// Something was written or heard of since the store was looked at.
        case lookAgain
    }

    /// A load begins.
    mutating func begin(isUnsaved: Bool) -> Mark {
        begun += 1
        underWay += 1
        return Mark(number: begun, news: news, wasUnsaved: isUnsaved)
    }

    /// A value was written or heard of.
    mutating func noteNews() { news += 1 }

    /// A look at the store begins, which takes no time that anybody waits for.
    func beginLook(isUnsaved: Bool) -> Int? { isUnsaved ? nil : news }

    /// A look at the store has ended.
    mutating func endLook(_ before: Int, isUnsaved: Bool) -> Verdict {
        if isUnsaved { return .leave }
        if before != news { return .lookAgain }
        noteNews()
        return .take
    }

    /// A load has ended.
    mutating func end(_ mark: Mark, isUnsaved: Bool, hasFailed: Bool) -> Verdict {
        underWay -= 1
        if mark.number < ended { return .outdated }
        ended = mark.number
        if isUnsaved { return .leave }
        if mark.news != news { return .outdated }
        if mark.wasUnsaved { return .loadAgain }
        return hasFailed ? .leave : .take
    }
}
