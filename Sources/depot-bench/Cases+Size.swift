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

/// The rows about size: random keys against `c` of that size, and one hot key.
@MainActor
func sizeCases() -> [Case] {
    var cases = containerCases().filter { ["c", "settled singleton"].contains($0.name) }
    for size in [10, 1_000, 10_000] {
        let crowd = Crowd(size)
        crowd.container.register((any Service).self, .singleton) { _ in Plain() }
        keep(crowd.container.resolve((any Service).self))
        let container = crowd.container
        cases.append(Case(name: "c of \(size) random keys", run: { crowd.readFloor($0) }))
        cases.append(
            Case(name: "random keys of \(size)", limit: 1.2, run: { crowd.readContainer($0) }, unit: "c of \(size) random keys"))
        cases.append(
            Case(
                name: "one hot singleton of \(size)", limit: 1.3,
                run: { count in for _ in 0..<count { keep(container.resolve((any Service).self)) } }, unit: "settled singleton"))
    }
    return cases
}

/// What a replacement costs among many cached singletons: it does not grow with them.
@MainActor
func replacingCases() -> [Case] {
    [100, 1_000, 10_000].map { size in
        let container = Crowd(size).container
        container.register((any Service).self, .singleton) { _ in Plain() }
        for _ in 0..<10 { container.contribute(Reader.self, .singleton, using: Reader.init) }
        keep(container.resolveAll(Reader.self).count)
        let mock = Plain(number: 2)
        return Case(
            name: "replace and restore among \(size) cached, of which 10 depend on it",
            run: { count in
                for _ in 0..<count { container.replace((any Service).self, with: mock).restore() }
            }, count: 500)
    }
}

private final class Reader: Sendable {
    let service: any Service
    init(service: any Service) { self.service = service }
}

/// The row about registering: an app's bootstrap, by service.
@MainActor
func registeringCases() -> [Case] {
    let types = numberTypes(1_024)
    return [
        Case(
            name: "register one service, its edges and source line included", limit: 12,
            run: { count in
                for _ in 0..<count / AppAssembly.services {
                    let container = Container()
                    AppAssembly().assemble(container)
                    keepObject(container)
                }
            }, count: 50 * AppAssembly.services),
        Case(
            name: "floor: insert into a dictionary",
            run: { count in
                var table: [ObjectIdentifier: AnyObject] = [:]
                let value = Plain()
                for type in types.prefix(count) { table[ObjectIdentifier(type)] = value }
                keep(table.count)
            }, count: 1_000),
    ]
}
