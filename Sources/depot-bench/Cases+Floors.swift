import Depot

/// The names of what more than one group is compared with.
enum Floor {
    static let unit = "c"
    static let staticLet = "floor: static let"
    static let taskLocal = "floor: bind a task-local and read it"
}

/// The unit of the rows that are times, which each group measures beside its own.
func unitCase() -> Case {
    let floor = LockedDictionary()
    floor.set(Plain(), as: (any Service).self)
    return Case(Floor.unit) { count in for _ in 0..<count { keep(floor.resolve((any Service).self)) } }
}

/// What the language itself takes to give one object to all.
func staticLetCase() -> Case {
    Case(Floor.staticLet) { count in for _ in 0..<count { keep(Globals.service()) } }
}

/// What the language itself takes to say what is in effect for an operation.
func taskLocalCase() -> Case {
    let mock = Plain(number: 2)
    return Case(Floor.taskLocal, count: 5_000) { count in
        for _ in 0..<count { Ambient.$service.withValue(mock) { if let value = Ambient.service { keep(value) } } }
    }
}

/// A singleton that has been made: what others read is compared with it.
func settledCase() -> Case {
    let container = benchContainer()
    return Case("settled singleton", limit: .atMost(0.7), floor: Floor.staticLet) { count in
        for _ in 0..<count { keep(container.resolve((any Service).self)) }
    }
}
