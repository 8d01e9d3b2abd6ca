import DepotTesting
import Foundation
import Testing

@testable import DepotValues

@Suite struct TestScopeTests {
    @Dependency(CounterKey.self) private var counter

    @Test func `V9 a test starts with fresh defaults`() {
        #expect(counter() == 0)
        #expect(counter() == 1)
    }

    @Test func `V9 so does the next one`() {
        #expect(counter() == 0)
    }

    @Test(arguments: [1, 2, 3, 3, 3])
    func `V9 each case of a parameterised test does, also those with equal arguments`(number: Int) {
        #expect(counter() == 0)
        #expect(counter() == 1)
    }

    private final class Changing: CustomStringConvertible, @unchecked Sendable {  // Each case has its own and runs alone.
        var number = 0
        var description: String { "changing" }
    }

    @Test(arguments: [Changing(), Changing()])
    private func `V9 what a case does to its argument does not change which case it is`(argument: Changing) {
        #expect(counter() == 0)
        argument.number += 1
        #expect(counter() == 1)
    }

    @Test func `V9 all tasks of a test share its defaults`() async {
        let counter = counter
        let numbers = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<10 { group.addTask { counter() } }
            return await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(numbers == Set(0..<10))
    }

    @Test func `V6 what no test owns is reported at every read, and is not kept`() {
        for _ in 0..<2 {
            let build = reports { _ = readUnowned() }
            #expect(build.count == 1)
        }
    }

    /// Reads as a detached task does: nothing says which test it is.
    private func readUnowned() -> String {
        let cache = ProcessState.shared.defaults
        let reader = DependencyValues(current: nil, captured: nil, site: nil)
        let slot = DefaultSlot(ObjectIdentifier(LiveOnlyKey.self), .test)
        return DefaultBuild.entry(of: LiveOnlyKey.self, in: slot, .test, of: cache, for: reader).value(of: LiveOnlyKey.self)
    }
}
