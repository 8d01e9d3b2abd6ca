import Depot
import DepotTesting
import DepotValues
import Foundation
import Testing

@Suite struct DependencyTests {
    @Test func `V4 an object built in an overridden scope keeps the override outside`() {
        let reader = withDependencies {
            $0.number = 7
        } operation: {
            Reader()
        }
        #expect(reader.number == 7)
    }

    @Test func `V4 a later enclosing override beats what was captured`() {
        let reader = withDependencies {
            $0.number = 7
        } operation: {
            Reader()
        }
        withDependencies {
            $0.number = 9
        } operation: {
            #expect(reader.number == 9)
        }
        #expect(reader.number == 7)
    }

    @Test func `V4 an object built in an inner scope keeps its override in the outer one`() {
        withDependencies {
            $0.number = 7
        } operation: {
            let reader = withDependencies {
                $0.number = 9
            } operation: {
                Reader()
            }
            #expect(reader.number == 9)
        }
    }

    @Test func `V4 each key is decided by itself`() {
        let reader = withDependencies {
            $0.number = 7
        } operation: {
            Reader()
        }
        withDependencies {
            $0.maybe = 8
        } operation: {
            #expect(reader.number == 7)
            #expect(reader.maybe == 8)
        }
    }

    @Test func `V4 an object built outside sees what is in effect where it is used`() {
        let reader = Reader()
        withDependencies {
            $0.number = 7
        } operation: {
            #expect(reader.number == 7)
        }
    }

    @Test func `V4 a captured value is kept on another thread`() async {
        let reader = withDependencies {
            $0.number = 7
        } operation: {
            Reader()
        }
        let number = await Task.detached { reader.number }.value
        #expect(number == 7)
    }

    @Test func `A dependency can be read by key, by name, by a part and by a key path from elsewhere`() {
        let kept: any KeyPath<DependencyValues, Int> & Sendable = \.number
        @Dependency(NumberKey.self) var byKey
        @Dependency(\.number) var byName
        @Dependency(\.number.description) var part
        @Dependency(kept) var byKeyPath
        let all: Set<Int> = [byKey, byName, byKeyPath]
        #expect(all == [2])
        #expect(part == "2")
    }

    @Test(arguments: 0..<4) func `V9 an object that was made in another case finds the defaults of this one`(number: Int) {
        let counter = Counting.ofAnyCase.withLock { kept in
            let counter = kept ?? Counting()
            kept = counter
            return counter
        }
        #expect(counter.next() == 0)
        #expect(Counting().next() == 1)
    }

    @Test func `V9 an object made in a test keeps to that test's defaults on other threads`() async {
        let counter = Counting()
        #expect(counter.next() == 0)
        let next = await Task.detached { counter.next() }.value
        #expect(next == 1)
    }
}

private struct Counting: Sendable {
    static let ofAnyCase = Locked<Counting?>(nil)
    @Dependency(CounterKey.self) var counter
    func next() -> Int { counter() }
}

/// A default with a state of its own: how often it was called in this test.
enum CounterKey: DependencyKey {
    static var liveValue: @Sendable () -> Int { testValue }
    static var testValue: @Sendable () -> Int {
        let uuid = UUIDGenerator.incrementing
        return { Int(uuid().uuid.15) }
    }
}
