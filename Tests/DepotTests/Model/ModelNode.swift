import Depot

/// A type of its own for each service of a program.
protocol Marker: Sendable {
    static var number: Int { get }
}

enum Marker0: Marker { static let number = 0 }
enum Marker1: Marker { static let number = 1 }
enum Marker2: Marker { static let number = 2 }
enum Marker3: Marker { static let number = 3 }
enum Marker4: Marker { static let number = 4 }
enum Marker5: Marker { static let number = 5 }
enum Marker6: Marker { static let number = 6 }

/// An instance that a program made: which one, by what, from what.
protocol AnyNode: AnyObject, Sendable {
    /// The number of its type.
    var type: Int { get }
    var serial: Int { get }
    var parts: [NodePart] { get }
}

/// The service of one type.
class Node<Key: Marker>: AnyNode, @unchecked Sendable {  // Immutable; not final, so the compiler cannot see it.
    var type: Int { Key.number }
    let serial: Int
    let parts: [NodePart]
    fileprivate let world: ModelWorld

    init(_ serial: Int, _ parts: [NodePart], _ world: ModelWorld) {
        self.serial = serial
        self.parts = parts
        self.world = world
        world.begin(serial)
    }

    deinit { world.end(serial) }
}

/// The same, to be disposed.
final class DisposableNode<Key: Marker>: Node<Key>, Disposable, @unchecked Sendable {  // As above.
    func dispose() async throws { try world.dispose(serial, of: Key.number) }
}

/// What gives one object, or a list of them.
typealias ModelHandle = @Sendable (Int) throws(ResolutionError) -> [any AnyNode]

/// What an instance got for one of its dependencies.
enum NodePart: Sendable {
    case one(any AnyNode)
    case none
    case all([any AnyNode])
    /// Something to be called later, with an argument where it takes one.
    case later(ModelHandle)
}

extension AnyNode {
    /// The instance with all it was made from.
    var written: String {
        if parts.isEmpty { return "\(serial)" }
        return "\(serial)(\(parts.map(\.written).joined(separator: " ")))"
    }
}

extension NodePart {
    var written: String {
        switch self {
        case .one(let node): node.written
        case .none: "-"
        case .all(let nodes): "[\(nodes.map(\.written).joined(separator: " "))]"
        case .later: "~"
        }
    }
}

extension AnyNode {
    /// What can be called later in this instance and in all that it was made from, in order.
    var handles: [ModelHandle] {
        var found: [ModelHandle] = []
        var seen: Set<Int> = []
        collect(into: &found, &seen)
        return found
    }

    private func collect(into found: inout [ModelHandle], _ seen: inout Set<Int>) {
        guard seen.insert(serial).inserted else { return }
        for part in parts {
            switch part {
            case .one(let node): node.collect(into: &found, &seen)
            case .all(let nodes): for node in nodes { node.collect(into: &found, &seen) }
            case .later(let call): found.append(call)
            case .none: break
            }
        }
    }
}
