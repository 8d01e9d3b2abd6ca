extension DependencyList {
    /// The same list with what decides whether each late dependency is valid in place of the dependency itself.
    ///
    /// So the owner of the list keeps its answer to whether it is valid, and keeps no instance by it: those may lead back to the owner.
    /// Linear in what they were made from. The elements that were added first stay as they are. Says also whether one of the instances can never
    /// be valid again.
    func withoutInstances(after count: Int, for home: Core) -> (list: DependencyList, isLost: Bool) {
        var list = first(count)
        var isLost = false
        var seen: Set<ObjectIdentifier> = []
        var open: [(element: Element, home: Core)] = elements.dropFirst(count).map { ($0, home) }
        while let (element, owner) = open.popLast() {
            let place = element.place ?? owner.overridden
            guard case .instance(let instance) = element.resolved else {
                list.insert(Element(resolved: element.resolved, place: place === home.overridden ? nil : place))
                continue
            }
            list.insert(Element(resolved: .registration(instance.registration), place: place === home.overridden ? nil : place))
            guard seen.insert(ObjectIdentifier(instance)).inserted else { continue }
            if instance.isLost { isLost = true }
            let own = instance.home.overridden
            list.insert(Element(resolved: .registration(instance.registration), place: own === home.overridden ? nil : own))
            open += instance.elements.map { ($0, instance.home) }
        }
        return (list, isLost)
    }
}
