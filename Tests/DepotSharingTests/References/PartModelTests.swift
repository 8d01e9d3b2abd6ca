import Depot
import DepotSharing
import DepotTesting
import Observation
import Testing

/// Parts of parts and properties that are turned, in random programs, step by step beside a model of plain values.
@Suite struct PartModelTests {
    @Test func `H4 H5 H11 H17 H18 elements with an identity are as in the model`() async {
        for seed in 1...UInt64(stressRounds(300, full: 20_000)) { await Program<Named>(seed).run() }
    }

    @Test func `H4 H5 H11 H17 H18 elements by their positions are as in the model`() async {
        for seed in 1...UInt64(stressRounds(300, full: 20_000)) { await Program<Placed>(seed).run() }
    }

    @Test(arguments: [1478, 2095, 4698, 13849])
    func `H18 programs of positions that once failed are as in the model`(seed: UInt64) async { await Program<Placed>(seed).run() }
}

private protocol Tree: Equatable, Sendable {
    var number: Int { get set }
    var kids: [Self] { get set }
    init(_ id: Int, _ number: Int, _ kids: [Self])
    func isNamed(_ id: Int) -> Bool
    /// Gives it another identity, where it has one.
    mutating func rename(_ id: Int)
    var name: Int? { get }
    /// The element of that identity or at that position, and how the model finds it.
    static func part(_ index: Int, of whole: Shared<Self>) -> Shared<Self>?
    static func find(_ index: Int, in kids: [Self]) -> Int?
    static func isGone(_ index: Int, _ before: [Self], _ after: [Self]) -> Bool
}

private struct Named: Tree, Identifiable {
    private(set) var id: Int
    var number: Int
    var kids: [Named]
    init(_ id: Int, _ number: Int, _ kids: [Named]) { (self.id, self.number, self.kids) = (id, number, kids) }
    mutating func rename(_ id: Int) { self.id = id }
    var name: Int? { id }
    func isNamed(_ id: Int) -> Bool { self.id == id }
    static func part(_ index: Int, of whole: Shared<Named>) -> Shared<Named>? { whole.kids[id: index] }
    static func find(_ index: Int, in kids: [Named]) -> Int? { kids.firstIndex { $0.id == index } }
    static func isGone(_ index: Int, _ before: [Named], _ after: [Named]) -> Bool { false }
}

private struct Placed: Tree {
    private let first: Int
    var number: Int
    var kids: [Placed]
    init(_ id: Int, _ number: Int, _ kids: [Placed]) { (first, self.number, self.kids) = (id, number, kids) }
    func isNamed(_ id: Int) -> Bool { first == id }
    mutating func rename(_ id: Int) {}
    var name: Int? { nil }
    static func part(_ index: Int, of whole: Shared<Placed>) -> Shared<Placed>? {
        index < whole.wrappedValue.kids.count ? whole.kids[index] : nil
    }
    static func find(_ index: Int, in kids: [Placed]) -> Int? { index < kids.count ? index : nil }
    static func isGone(_ index: Int, _ before: [Placed], _ after: [Placed]) -> Bool {
        before.count != after.count && index < before.count && index >= zip(before, after).prefix { $0 == $1 }.count
    }
}

// MARK: - The model

private final class ModelPointer<Value: Tree> {
    var target: Model<Value>
    init(_ target: Model<Value>) { self.target = target }
}

/// A value, or an element of one; `last` is the value itself, or the last one that the element had.
private final class Model<Value: Tree> {
    private(set) var part: (whole: ModelPointer<Value>, index: Int)?
    private var last: Value
    private var seen: [Value]?
    private(set) var isGone = false

    init(_ value: Value, _ part: (whole: ModelPointer<Value>, index: Int)? = nil) { (last, self.part) = (value, part) }

    /// Itself and what it is a part of.
    var chain: [Model] { [self] + (part?.whole.target.chain ?? []) }
    var wholes: [ModelPointer<Value>] { chain.compactMap { $0.part?.whole } }
    var isPresent: Bool { chain.allSatisfy { $0.part == nil || $0.place != nil } }
    private var place: Int? { isGone ? nil : part.flatMap { Value.find($0.index, in: $0.whole.target.read().kids) } }

    func read() -> Value {
        guard let part, !isGone else { return last }
        let whole = part.whole.target.read()
        let isFollowed = part.whole.target.isPresent
        if isFollowed, let seen, Value.isGone(part.index, seen, whole.kids) {
            isGone = true
            return last
        }
        seen = isFollowed ? whole.kids : nil
        if let place = Value.find(part.index, in: whole.kids) { last = whole.kids[place] }
        return last
    }

    func write(_ body: (inout Value) -> Void) {
        guard let part, let place else { return body(&last) }
        part.whole.target.write { body(&$0.kids[place]) }
        // Who writes an element goes on with it, whatever its identity is then.
        self.part?.index = part.whole.target.read().kids[place].name ?? part.index
    }

    /// A pointer to a whole was turned.
    func wholeWasTurned() { seen = nil }

    func pinned(at pointer: ModelPointer<Value>) -> Model {
        guard let part, !isGone else { return Model(last) }
        let whole = part.whole === pointer ? part.whole.target : part.whole.target.pinned(at: pointer)
        return Model(read(), (ModelPointer(whole), part.index))
    }
}

// MARK: - The programs

/// A property beside its model.
private final class Property<Value: Tree> {
    let shared: Shared<Value>
    let model: ModelPointer<Value>
    private var told = Counter()
    private var iterator: SharedValues<Value>.Iterator
    private var expected: [Value]
    private var wasPresent: Bool

    init(_ shared: Shared<Value>, _ model: Model<Value>) {
        self.shared = shared
        self.model = ModelPointer(model)
        iterator = shared.values.makeAsyncIterator()
        expected = [model.read()]
        wasPresent = model.isPresent
        observe()
    }

    private func observe() {
        let told = Counter()
        self.told = told
        withObservationTracking {
            _ = shared.wrappedValue
        } onChange: {
            told.add()
        }
    }

    /// After a step: the value, and whether its observer was told of it and of nothing else.
    func check(isMoved: Bool, _ seed: UInt64) {
        let (value, isPresent) = (model.target.read(), model.target.isPresent)
        #expect(shared.wrappedValue == value, "seed \(seed)")
        let hasChanged = value != expected.last
        if hasChanged { #expect(told.value == 1, "seed \(seed)") }
        // A value as a whole is not compared, and a part that comes or goes is told of, and one of what has another identity.
        let isQuiet = model.target.part != nil && !isMoved && isPresent && wasPresent
        if !hasChanged, isQuiet { #expect(told.value == 0, "seed \(seed)") }
        if hasChanged { expected.append(value) }
        wasPresent = isPresent
        if told.value > 0 { observe() }
    }

    /// At the end: what `values` have given, but for one that is equal to the one before.
    func checkValues(_ seed: UInt64) async {
        var last: Value?
        for value in expected {
            var next = await iterator.next()
            while next == last { next = await iterator.next() }
            #expect(next == value, "seed \(seed)")
            if next != value { return }
            last = next
        }
    }
}

private final class Program<Value: Tree> {
    private let seed: UInt64
    private var random: Random
    private var properties: [Property<Value>] = []

    init(_ seed: UInt64) {
        self.seed = seed
        random = Random(state: seed)
        for _ in 0..<2 {
            let value = tree(50, depth: 3)
            properties.append(Property(Shared(value: value), Model(value)))
        }
    }

    private func number(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }

    private func tree(_ id: Int, depth: Int) -> Value {
        var kids: [Value] = []
        for id in 0..<(depth > 0 ? 3 : 0) where number(2) == 0 { kids.append(tree(id, depth: depth - 1)) }
        return Value(id, number(100), kids)
    }

    func run() async {
        for _ in 0..<(3 + number(23)) {
            let isMoved = step()
            // All are read before one is looked at: a model learns of a change when it is read.
            for property in properties { _ = property.model.target.read() }
            // What a part of a part that is gone shows is left open.
            properties.removeAll { $0.model.target.chain.dropFirst().contains(where: \.isGone) }
            for property in properties { property.check(isMoved: isMoved, seed) }
        }
        for property in properties { await property.checkValues(seed) }
    }

    /// - Returns: Whether a property was turned, or has another identity.
    private func step() -> Bool {
        guard !properties.isEmpty else { return false }
        let property = properties[number(properties.count)]
        let (shared, model) = (property.shared, property.model)
        let (id, value) = (number(3), tree(number(3), depth: 2))
        let choice = number(10)
        switch choice {
        case 0, 1:
            let element = model.target.read().kids
            let part = Value.part(id, of: shared)
            #expect((part == nil) == (Value.find(id, in: element) == nil))
            if let part, let place = Value.find(id, in: element) { properties.append(Property(part, Model(element[place], (model, id)))) }
        case 2:
            let other = properties[number(properties.count)]
            if other === property { return false }
            let isRing = other.model.target.wholes.contains { $0 === model }
            shared.projectedValue = other.shared
            model.target = isRing ? other.model.target.pinned(at: model) : other.model.target
            for other in properties where other.model.target.wholes.contains(where: { $0 === model }) {
                for part in other.model.target.chain { part.wholeWasTurned() }
            }
            return true
        case 3: if properties.count > 3 { properties.remove(at: number(properties.count)) }
        default:
            // No two elements have one identity.
            let isNameTaken = model.target.part.map { $0.whole.target.read().kids.contains { $0.isNamed(id) } } ?? false
            func change(_ whole: inout Value) {
                switch choice {
                case 4: whole.number = value.number
                case 5: whole.kids.removeAll { $0.isNamed(id) }
                case 6: if !whole.kids.contains(where: { $0.isNamed(id) }) { whole.kids.insert(Value(id, value.number, value.kids), at: 0) }
                case 7: whole.kids.reverse()
                case 8 where isNameTaken: break
                case 8:
                    whole.rename(id)
                    // What it has may be other than before in the same write.
                    if whole.name != nil, value.number.isMultiple(of: 3) { whole.kids = value.kids }
                default: (whole.number, whole.kids) = (value.number, value.kids)
                }
            }
            shared.withLock { change(&$0) }
            model.target.write(change)
            return choice == 8
        }
        return false
    }
}
