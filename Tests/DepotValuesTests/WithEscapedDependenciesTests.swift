import DepotTesting
import DepotValues
import Dispatch
import Testing

@Suite struct WithEscapedDependenciesTests {
    @Test func `V3 escaped dependencies reach a detached task`() async {
        let number = await withDependencies {
            $0.number = 7
        } operation: {
            await withEscapedDependencies { dependencies in
                await Task.detached { dependencies.yield { Reader().number } }.value
            }
        }
        #expect(number == 7)
    }

    @Test func `V3 escaped dependencies reach Dispatch`() async {
        let number = await withDependencies {
            $0.number = 7
        } operation: {
            await withCheckedContinuation { continuation in
                withEscapedDependencies { dependencies in
                    DispatchQueue.global().async {
                        let without = Reader().number
                        dependencies.yield { continuation.resume(returning: [without, Reader().number]) }
                    }
                }
            }
        }
        #expect(number == [2, 7])
    }

    @Test func `V3 escaped dependencies reach the closure of a stream`() async {
        let stream = withDependencies {
            $0.number = 7
        } operation: {
            withEscapedDependencies { dependencies in
                AsyncStream {
                    await dependencies.yield {
                        await Task.yield(); return Reader().number
                    }
                }
            }
        }
        let first = await stream.first { _ in true }
        #expect(first == 7)
    }

    @Test func `V3 they can be used again, and what is thrown comes out`() async {
        let dependencies = withDependencies {
            $0.number = 7
        } operation: {
            withEscapedDependencies { $0 }
        }
        #expect(dependencies.yield { Reader().number } == 7)
        #expect(dependencies.yield { Reader().number } == 7)
        #expect(throws: Failure.self) { try dependencies.yield { throw Failure() } }
    }

    @Test func `V9 they carry the test along, so that its defaults are found`() async {
        @Dependency(CounterKey.self) var counter
        #expect(counter() == 0)
        let next = await withEscapedDependencies { dependencies in
            await Task.detached {
                dependencies.yield {
                    @Dependency(CounterKey.self) var counter
                    return counter()
                }
            }.value
        }
        #expect(next == 1)
    }
}
