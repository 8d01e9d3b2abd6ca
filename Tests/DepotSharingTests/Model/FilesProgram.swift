import Depot

/// What a program does to files and the properties that have them; properties are told by their number, counted round.
indirect enum FilesStep: Sendable {
    case make(ReferenceID, standard: Int)
    case drop(Int)
    case turn(Int, to: Int)
    case load(Int)
    case loadKey(Int, ReferenceID)
    case write(Int, to: Int)
    case save(Int)
    case elsewhere(FileBytes, file: Int)
    case fail(file: Int, Bool)
    case advance
    /// Two steps at once.
    case race(FilesStep, FilesStep)
}

extension FilesStep {
    /// Whether it can be taken where values are in some store: user defaults are written at once, and do not fail.
    func isPossible(in store: FilesPlace.Store) -> Bool {
        switch self {
        case .fail, .advance: store == .files
        case .race(let one, let other): one.isPossible(in: store) && other.isPossible(in: store)
        default: true
        }
    }

    /// The same with the numbers of properties there are, so many; nil if there is none, or no room for another one.
    func among(_ count: Int) -> FilesStep? {
        switch self {
        case .make: return count < FilesProgram.properties ? self : nil
        case .elsewhere, .fail, .advance: return self
        case .race(let one, let other):
            // Nothing is taken beside what makes the last property there is room for.
            guard let one = one.among(count), let other = other.among(count), count + 2 <= FilesProgram.properties else { return nil }
            // Of two loads of one property that counts which began last, and nobody can tell which that is.
            if case .loadKey(let first, _) = one, case .loadKey(let second, _) = other, first == second { return nil }
            // What has gone cannot be used.
            if let gone = one.dropped, other.uses.contains(gone) { return nil }
            if let gone = other.dropped, one.uses.contains(gone) { return nil }
            return .race(one, other)
        default: break
        }
        guard count > 0 else { return nil }
        switch self {
        case .drop(let number): return .drop(number % count)
        // To turn one to itself is to read and then to write, not one step.
        case .turn(let number, let other): return number % count == other % count ? nil : .turn(number % count, to: other % count)
        case .load(let number): return .load(number % count)
        case .loadKey(let number, let id): return .loadKey(number % count, id)
        case .write(let number, let value): return .write(number % count, to: value)
        case .save(let number): return .save(number % count)
        default: return nil
        }
    }
}

extension FilesStep {
    /// The property that it drops.
    var dropped: Int? { if case .drop(let number) = self { number } else { nil } }

    /// The properties that it uses.
    private var uses: [Int] {
        switch self {
        case .drop(let number), .load(let number), .loadKey(let number, _), .write(let number, _), .save(let number): [number]
        case .turn(let number, let other): [number, other]
        case .make, .elsewhere, .fail, .advance, .race: []
        }
    }
}

struct FilesProgram: Sendable, CustomStringConvertible {
    static let files = 2
    /// How many properties there are at most.
    static let properties = 6
    var steps: [FilesStep] = []

    var description: String { steps.enumerated().map { "\($0.offset + 1). \($0.element)" }.joined(separator: "\n") }

    var hasRaces: Bool {
        steps.contains { if case .race = $0 { true } else { false } }
    }

    init(_ random: inout some RandomNumberGenerator, races: Bool = false) {
        let count = Int.random(in: 4...24, using: &random)
        for number in 0..<count {
            if races, number > 0, Int.random(in: 0..<4, using: &random) == 0 {
                let (one, other) = (Self.step(2 * number, races: true, &random), Self.step(2 * number + 1, races: true, &random))
                steps.append(.race(one, other))
            } else {
                steps.append(Self.step(2 * number, &random))
            }
        }
    }

    /// One of those that can be taken beside another one, if it is for a race.
    private static func step(_ place: Int, races: Bool = false, _ random: inout some RandomNumberGenerator) -> FilesStep {
        func number(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }
        let (file, property) = (number(3) == 0 ? 1 : 0, number(8))
        let id = ReferenceID(context: number(FilesModel.contexts), file: file)
        // A number of its own for each, so that a change can be seen.
        let value = 1_000 + place
        switch number(races ? 90 : 100) {
        case 0..<10: return .load(property)
        case 10..<16: return .loadKey(property, id)
        case 16..<20: return .turn(property, to: number(8))
        case 20..<40: return .write(property, to: value)
        case 40..<48: return .save(property)
        case 48..<63:
            let bytes: [FileBytes] = [.value(value), .value(value), .broken(value), .broken(1), .empty, .missing]
            return .elsewhere(bytes[number(6)], file: file)
        case 63..<79: return .make(id, standard: -1 - number(3))
        case 79..<84: return .drop(property)
        case 84..<90: return .fail(file: file, number(2) == 0)
        default: return .advance
        }
    }
}
