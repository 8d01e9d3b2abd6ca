import DepotValues
import Testing

@Suite struct RandomNumbersTests {
    @Test func `A seed gives the same sequence every time, the published one`() {
        let random = RandomNumbers.seeded(1_234_567)
        #expect(
            [random.next(), random.next(), random.next()] == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            ])
    }

    @Test func `Copies continue one sequence`() {
        let random = RandomNumbers.seeded(7)
        var copy = random
        var plain = SeededRandomNumberGenerator(seed: 7)
        let numbers = [random.next(), copy.next(), random.next()]
        #expect(numbers == [plain.next(), plain.next(), plain.next()])
        #expect((1...6).contains(Int.random(in: 1...6, using: &copy)))
    }

    @Test func `Called, it is in the form that the standard library wants`() {
        withDependencies {
            $0.randomNumberGenerator = .seeded(1)
        } operation: {
            @Dependency(\.randomNumberGenerator) var random
            let first = random { Int.random(in: 0..<1_000_000, using: &$0) }
            let second = random { Int.random(in: 0..<1_000_000, using: &$0) }
            #expect(first != second)
        }
    }

    @Test func `The system's numbers differ`() {
        #expect(RandomNumbers.system.next() != RandomNumbers.system.next())
    }
}
