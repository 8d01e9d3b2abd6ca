// Properties with `@Inject` that the program itself holds.
extension Model {
    /// What a property is of, and what it has kept.
    struct Property {
        let key: Int
        var value: Int?
        var inOverrides: [Int: Kept] = [:]
    }

    /// Reads a property where a container is the shared one.
    mutating func read(_ id: Int, from home: Int) throws(Failure) -> Int {
        if let value = properties[id].value { return value }
        released = []
        ask(home)
        for layer in view.reversed() {
            guard let known = properties[id].inOverrides[layer] else { continue }
            if isValid(known.record) { return known.serial }
            break
        }
        let key = properties[id].key
        let target = lookUp(key, home: home)
        let serial = try resolve(key, argument: 0, home: home)
        guard let (core, registration) = target else { return serial }
        // What belongs to an override is kept by that alone; nobody asks again whether the rest is right.
        let kept = record(serial, of: registration, in: core, home: home, under: view)
        if let owner = instances[kept.record]?.owner {
            properties[id].inOverrides[owner] = kept
        } else {
            properties[id].value = serial
        }
        return serial
    }
}
