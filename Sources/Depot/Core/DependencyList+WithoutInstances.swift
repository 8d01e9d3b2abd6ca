extension DependencyList {
    /// The same list with what decides whether each late dependency is valid in place of the dependency itself.
    ///
    /// So the owner of the list keeps its answer to whether it is valid, and keeps no instance by it: those may lead back to the owner.
    /// Linear in what they were made from. The elements that were added first stay as they are. Says also whether one of the instances can never
    /// be valid again.
    func withoutInstances(after count: Int, for home: Core) -> (list: DependencyList, isLost: Bool) {
        var list = first(count)
        // Never what the factory has asked for itself.
        func insert(_ resolved: Resolved, at place: Core, _ isAside: Bool) {
            list.insert(Element(resolved: resolved, place: place === home.overridden ? nil : place, isAside: isAside), isIndirect: true)
        }
        var isLost = false
        var seen: Set<ObjectIdentifier> = []
        var open: [(element: Element, home: Core, isAside: Bool)] = elements.dropFirst(count).map { ($0, home, false) }
        while let (element, owner, isOfAside) = open.popLast() {
            let (place, isAside) = (element.place ?? owner.overridden, isOfAside || element.isAside)
            guard case .instance(let instance) = element.resolved else {
                insert(element.resolved, at: place, isAside)
                continue
            }
            insert(.registration(instance.registration), at: place, isAside)
            guard seen.insert(ObjectIdentifier(instance)).inserted else { continue }
            if instance.isLost { isLost = true }
            // What it has yet to resolve decides as well.
            if instance.hasHandles { list.insert(Element(resolved: .watched(instance.watched), place: nil), isIndirect: true) }
            insert(.registration(instance.registration), at: instance.home.overridden, isAside)
            open += instance.elements.map { ($0, instance.home, isAside) }
        }
        return (list, isLost)
    }
}
