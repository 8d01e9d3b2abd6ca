/// The graph of 101 without a container: each object is kept in a dictionary by its type.
struct ColdGraphByHand {
    private var kept: [ObjectIdentifier: AnyObject] = [:]

    @inline(never)
    mutating func peak() -> Peak {
        let ground = Ten(
            keep(Node<Ground, First>()), keep(Node<Ground, Second>()), keep(Node<Ground, Third>()),
            keep(Node<Ground, Fourth>()), keep(Node<Ground, Fifth>()), keep(Node<Ground, Sixth>()),
            keep(Node<Ground, Seventh>()), keep(Node<Ground, Eighth>()),
            keep(Node<Ground, Ninth>()), keep(Node<Ground, Tenth>()))
        let third = level(above: level(above: ground))
        let sixth = level(above: level(above: level(above: third)))
        let ninth = level(above: level(above: level(above: sixth)))
        let top = level(above: ninth)
        return keep(
            Peak(
                top.first, top.second, top.third, top.fourth, top.fifth, top.sixth, top.seventh, top.eighth, top.ninth, top.tenth))
    }

    @inline(__always)
    private mutating func keep<Object: AnyObject>(_ object: Object) -> Object {
        kept[ObjectIdentifier(Object.self)] = object
        return object
    }

    @inline(__always)
    private mutating func level<Below>(above below: Ten<Below>) -> Ten<Above<Below>> {
        Ten(
            keep(Node(below.first, below.second)),
            keep(Node(below.second, below.third)),
            keep(Node(below.third, below.fourth)),
            keep(Node(below.fourth, below.fifth)),
            keep(Node(below.fifth, below.sixth)),
            keep(Node(below.sixth, below.seventh)),
            keep(Node(below.seventh, below.eighth)),
            keep(Node(below.eighth, below.ninth)),
            keep(Node(below.ninth, below.tenth)),
            keep(Node(below.tenth, below.first)))
    }
}

/// A level.
private struct Ten<Level> {
    let first: Node<Level, First>
    let second: Node<Level, Second>
    let third: Node<Level, Third>
    let fourth: Node<Level, Fourth>
    let fifth: Node<Level, Fifth>
    let sixth: Node<Level, Sixth>
    let seventh: Node<Level, Seventh>
    let eighth: Node<Level, Eighth>
    let ninth: Node<Level, Ninth>
    let tenth: Node<Level, Tenth>

    init(
        _ first: Node<Level, First>,
        _ second: Node<Level, Second>,
        _ third: Node<Level, Third>,
        _ fourth: Node<Level, Fourth>,
        _ fifth: Node<Level, Fifth>,
        _ sixth: Node<Level, Sixth>,
        _ seventh: Node<Level, Seventh>,
        _ eighth: Node<Level, Eighth>,
        _ ninth: Node<Level, Ninth>,
        _ tenth: Node<Level, Tenth>
    ) {
        self.first = first
        self.second = second
        self.third = third
        self.fourth = fourth
        self.fifth = fifth
        self.sixth = sixth
        self.seventh = seventh
        self.eighth = eighth
        self.ninth = ninth
        self.tenth = tenth
    }
}
