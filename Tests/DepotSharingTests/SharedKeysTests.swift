import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Observation
import Testing

@Suite struct SharedKeysTests {

    @Test(arguments: [1, 2, 3]) func `H14 every case has its own stores`(number: Int) {
        @Shared(.inMemory("isolated")) var memory = 0
        @Shared(.appStorage("isolated")) var defaults = 0
        @Shared(.fileStorage(URL(fileURLWithPath: "/isolated.json"))) var file = 0
        #expect(memory == 0 && defaults == 0 && file == 0)
        $memory.withLock { $0 = number }
        $defaults.withLock { $0 = number }
        $file.withLock { $0 = number }
    }

    static let kept = InMemoryKey<Int>.Default[.inMemory("kept"), default: 0]

    @Test(arguments: [1, 2, 3]) func `H14 a key that is kept belongs to no test`(number: Int) {
        @Shared(Self.kept) var count
        #expect(count == 0)
        $count.withLock { $0 = number }
    }
}
