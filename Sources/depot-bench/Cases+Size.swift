import Depot

/// A container and its floor with many registrations, and resolves of random ones among them.
struct Crowd {
    let container = Container()
    let floor = LockedDictionary()
    private var reads: [Read] = []

    private struct Read: Sendable {
        let container: @Sendable (Container) -> Void
        let floor: @Sendable (LockedDictionary) -> Void
    }

    init(_ count: Int) {
        for type in numberTypes(count) { add(type) }
        var generator = SplitMix64(state: 42)
        reads.shuffle(using: &generator)
    }

    private mutating func add<Number: Numbered>(_ type: Number.Type) {
        container.register(Numeric<Number>.self, .singleton) { _ in Numeric() }
        keepObject(container.resolve(Numeric<Number>.self))
        floor.set(Numeric<Number>(), as: Numeric<Number>.self)
        reads.append(
            Read(
                container: { keepObject($0.resolve(Numeric<Number>.self)) },
                floor: { keepObject($0.resolve(Numeric<Number>.self)) }))
    }

    func readContainer(_ count: Int) { for index in 0..<count { reads[index % reads.count].container(container) } }

    func readFloor(_ count: Int) { for index in 0..<count { reads[index % reads.count].floor(floor) } }
}

/// A small generator whose numbers are the same in every run (Steele, Lea, Flood: SplitMix).
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

/// The rows about many registrations: random keys against `c` of that size, and one hot key.
func sizeCases() -> [Case] {
    [unitCase(), staticLetCase(), settledCase()] + [10, 1_000, 10_000].flatMap(crowdCases)
        + [100, 1_000, 10_000].map(replacingCase)
}

/// Reads among some registrations.
private func crowdCases(_ size: Int) -> [Case] {
    let crowd = Crowd(size)
    let container = crowd.container
    container.register((any Service).self, .singleton) { _ in Plain() }
    keep(container.resolve((any Service).self))
    let unit = "c of \(size) random keys"
    return [
        Case(unit) { crowd.readFloor($0) },
        Case("random keys of \(size)", limit: .atMost(1.2), unit: unit) { crowd.readContainer($0) },
        Case("one hot singleton of \(size)", limit: .atMost(1.3), unit: "settled singleton") { count in
            for _ in 0..<count { keep(container.resolve((any Service).self)) }
        },
    ]
}

/// What a replacement costs among many cached singletons: it does not grow with them.
private func replacingCase(_ size: Int) -> Case {
    let container = Crowd(size).container
    container.register((any Service).self, .singleton) { _ in Plain() }
    for _ in 0..<10 { container.contribute(Reader.self, .singleton, using: Reader.init) }
    keep(container.resolveAll(Reader.self).count)
    let mock = Plain(number: 2)
    return Case("replace and restore among \(size) cached, of which 10 depend on it", count: 500) { count in
        for _ in 0..<count { container.replace((any Service).self, with: mock).restore() }
    }
}

private final class Reader: Sendable {
    let service: any Service
    init(service: any Service) { self.service = service }
}
