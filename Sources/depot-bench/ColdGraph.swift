import Depot

/// A graph of 101 singletons: ten levels of ten, each of which takes two of the level below, and one that takes the ten at the top.
enum ColdGraph {
    static func container() -> Container {
        let container = Container()
        container.register(Node<Ground, First>.self, .singleton, using: Node<Ground, First>.init)
        container.register(Node<Ground, Second>.self, .singleton, using: Node<Ground, Second>.init)
        container.register(Node<Ground, Third>.self, .singleton, using: Node<Ground, Third>.init)
        container.register(Node<Ground, Fourth>.self, .singleton, using: Node<Ground, Fourth>.init)
        container.register(Node<Ground, Fifth>.self, .singleton, using: Node<Ground, Fifth>.init)
        container.register(Node<Ground, Sixth>.self, .singleton, using: Node<Ground, Sixth>.init)
        container.register(Node<Ground, Seventh>.self, .singleton, using: Node<Ground, Seventh>.init)
        container.register(Node<Ground, Eighth>.self, .singleton, using: Node<Ground, Eighth>.init)
        container.register(Node<Ground, Ninth>.self, .singleton, using: Node<Ground, Ninth>.init)
        container.register(Node<Ground, Tenth>.self, .singleton, using: Node<Ground, Tenth>.init)
        level(above: Level1.self, container)
        level(above: Level2.self, container)
        level(above: Level3.self, container)
        level(above: Level4.self, container)
        level(above: Level5.self, container)
        level(above: Level6.self, container)
        level(above: Level7.self, container)
        level(above: Level8.self, container)
        level(above: Level9.self, container)
        container.register(Peak.self, .singleton, using: Peak.init)
        return container
    }

    @inline(__always)
    private static func level<Below>(above below: Below.Type, _ container: Container) {
        container.register(Node<Above<Below>, First>.self, .singleton, using: Node<Above<Below>, First>.init)
        container.register(Node<Above<Below>, Second>.self, .singleton, using: Node<Above<Below>, Second>.init)
        container.register(Node<Above<Below>, Third>.self, .singleton, using: Node<Above<Below>, Third>.init)
        container.register(Node<Above<Below>, Fourth>.self, .singleton, using: Node<Above<Below>, Fourth>.init)
        container.register(Node<Above<Below>, Fifth>.self, .singleton, using: Node<Above<Below>, Fifth>.init)
        container.register(Node<Above<Below>, Sixth>.self, .singleton, using: Node<Above<Below>, Sixth>.init)
        container.register(Node<Above<Below>, Seventh>.self, .singleton, using: Node<Above<Below>, Seventh>.init)
        container.register(Node<Above<Below>, Eighth>.self, .singleton, using: Node<Above<Below>, Eighth>.init)
        container.register(Node<Above<Below>, Ninth>.self, .singleton, using: Node<Above<Below>, Ninth>.init)
        container.register(Node<Above<Below>, Tenth>.self, .singleton, using: Node<Above<Below>, Tenth>.init)
    }
}

enum Ground {}
enum Above<Below> {}

typealias Level1 = Ground
typealias Level2 = Above<Level1>
typealias Level3 = Above<Level2>
typealias Level4 = Above<Level3>
typealias Level5 = Above<Level4>
typealias Level6 = Above<Level5>
typealias Level7 = Above<Level6>
typealias Level8 = Above<Level7>
typealias Level9 = Above<Level8>
typealias Level10 = Above<Level9>

/// A place in its level, and the one beside it.
protocol Place {
    associatedtype Next: Place
}

extension First: Place { typealias Next = Second }
extension Second: Place { typealias Next = Third }
extension Third: Place { typealias Next = Fourth }
extension Fourth: Place { typealias Next = Fifth }
extension Fifth: Place { typealias Next = Sixth }
extension Sixth: Place { typealias Next = Seventh }
extension Seventh: Place { typealias Next = Eighth }
extension Eighth: Place { typealias Next = Ninth }
extension Ninth: Place { typealias Next = Tenth }
extension Tenth: Place { typealias Next = First }

/// A service of a level, which keeps two of the one below.
final class Node<Level, Position: Place>: Sendable {
    private let one: (any AnyObject & Sendable)?
    private let other: (any AnyObject & Sendable)?

    init() where Level == Ground {
        one = nil
        other = nil
    }

    init<Below>(_ one: Node<Below, Position>, _ other: Node<Below, Position.Next>) where Level == Above<Below> {
        self.one = one
        self.other = other
    }
}

/// What keeps the ten at the top.
final class Peak: Sendable {
    private let below: [any Sendable]

    init(
        _ first: Node<Level10, First>,
        _ second: Node<Level10, Second>,
        _ third: Node<Level10, Third>,
        _ fourth: Node<Level10, Fourth>,
        _ fifth: Node<Level10, Fifth>,
        _ sixth: Node<Level10, Sixth>,
        _ seventh: Node<Level10, Seventh>,
        _ eighth: Node<Level10, Eighth>,
        _ ninth: Node<Level10, Ninth>,
        _ tenth: Node<Level10, Tenth>
    ) {
        below = [first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth]
    }
}
