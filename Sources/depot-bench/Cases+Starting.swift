import Depot

/// The rows about an app's start: registering, validating and the first resolve.
func startingCases() -> [Case] {
    let types = numberTypes(1_024)
    let insert = "floor: insert into a dictionary"
    let cold = "floor: 101 objects by hand, each kept in a dictionary"
    let start = "floor: 201 closures in a dictionary, the root by hand"
    return [
        unitCase(),
        Case(insert, count: 1_000) { count in
            var table: [ObjectIdentifier: AnyObject] = [:]
            let value = Plain()
            for type in types.prefix(count) { table[ObjectIdentifier(type)] = value }
            keep(table.count)
        },
        Case(
            "register one service of 201, its edges and source line included", limit: .atMost(11), floor: insert, count: 2 * 201
        ) { count in
            for _ in 0..<count / 201 {
                let container = Container()
                App.assemble(container)
                keepObject(container)
            }
        },
        .fresh(cold, count: 5) { count in
            var graphs = (0..<count).map { _ in ColdGraphByHand() }
            return { for index in graphs.indices { keepObject(graphs[index].peak()) } }
        },
        .fresh("cold graph of 101 singletons", limit: .atMost(2_400), floor: cold, count: 5) { count in
            let containers = (0..<count).map { _ in ColdGraph.container() }
            return { for container in containers { keepObject(container.resolve(Peak.self)) } }
        },
        .fresh(start, count: 5) { count in
            var tables = Array(repeating: [ObjectIdentifier: () -> AnyObject](), count: count)
            return {
                for index in tables.indices {
                    for type in types.prefix(201) { tables[index][ObjectIdentifier(type)] = { Plain(number: index) } }
                    keepObject(App.byHand())
                }
            }
        },
        startCase("start-up: register 201, resolve the root", .atMost(2_900), floor: start),
        startCase("start-up: register 201, validate, resolve the root", .atMost(8_000), floor: start, validates: true),
    ]
}

/// The start of an app, the end of its container left out.
private func startCase(_ name: String, _ limit: Limit, floor: String, validates: Bool = false) -> Case {
    .fresh(name, limit: limit, floor: floor, count: 5) { count in
        let containers = (0..<count).map { _ in Container() }
        return {
            for container in containers {
                App.assemble(container)
                if validates { mustNotThrow { try container.validate() } }
                keepObject(container.resolve(Root.self))
            }
        }
    }
}

/// Stops the program where an error would make a figure worthless.
func mustNotThrow(_ body: () throws -> Void) {
    do {
        try body()
    } catch {
        fatalError("\(error)")
    }
}
