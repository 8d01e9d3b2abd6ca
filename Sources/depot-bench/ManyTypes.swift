import Depot

/// A type that stands for a number, so that thousands of distinct services can be made at run time.
protocol Numbered: Sendable {
    init()
}

struct End: Numbered {}
struct Zero<Rest: Numbered>: Numbered {}
struct One<Rest: Numbered>: Numbered {}

/// A service of its own type for each number.
final class Numeric<Number: Numbered>: Sendable {
    let number: Number
    init() { number = Number() }
}

/// Calls back with the type of each number below a power of two.
func forEachType(bits: Int, _ body: (any Numbered.Type) -> Void) {
    func descend<Number: Numbered>(_ type: Number.Type, _ bits: Int) {
        if bits == 0 { return body(type) }
        descend(Zero<Number>.self, bits - 1)
        descend(One<Number>.self, bits - 1)
    }
    descend(End.self, bits)
}

/// The types of the first `count` numbers.
func numberTypes(_ count: Int) -> [any Numbered.Type] {
    var types: [any Numbered.Type] = []
    var bits = 0
    while 1 << bits < count { bits += 1 }
    forEachType(bits: bits) { if types.count < count { types.append($0) } }
    return types
}

/// The service of a number.
func number<Number: Numbered>(_ type: Number.Type) -> AnyObject { Numeric<Number>() }
