import Depot

/// The rows about overriding.
func overrideCases() -> [Case] {
    let container = benchContainer()
    keep(container.resolve((any Service).self))
    keep(container.resolve((any OtherService).self))
    let mock = Plain(number: 2)
    let other = OtherPlain()
    return [
        unitCase(),
        staticLetCase(),
        taskLocalCase(),
        Case("override, resolve a mock, leave", limit: .atMost(13), floor: Floor.taskLocal, count: 2_000) { count in
            for _ in 0..<count {
                container.withOverrides {
                    $0.replace((any Service).self, with: mock)
                } operation: {
                    keep(Container.shared.resolve((any Service).self))
                }
            }
        },
        Case("override, resolve two mocks, leave", limit: .atMost(20), floor: Floor.taskLocal, count: 2_000) { count in
            for _ in 0..<count {
                container.withOverrides {
                    $0.replace((any Service).self, with: mock)
                    $0.replace((any OtherService).self, with: other)
                } operation: {
                    keep(Container.shared.resolve((any Service).self))
                    keep(Container.shared.resolve((any OtherService).self))
                }
            }
        },
        Case(
            "override, resolve a mock that a factory makes, leave", limit: .atMost(35), floor: Floor.taskLocal,
            count: 1_000
        ) { count in
            for _ in 0..<count {
                container.withOverrides {
                    $0.replace((any Service).self) { _ in Plain(number: 3) }
                } operation: {
                    keep(Container.shared.resolve((any Service).self))
                }
            }
        },
        Case("in an override, an untouched singleton", limit: .atMost(2), floor: Floor.staticLet) { count in
            container.withOverrides {
                $0.replace((any Service).self, with: mock)
            } operation: {
                for _ in 0..<count { keep(Container.shared.resolve((any OtherService).self)) }
            }
        },
    ]
}
