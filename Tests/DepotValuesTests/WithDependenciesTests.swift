import DepotValues
import Testing

@Suite struct WithDependenciesTests {
    private let reader = Reader()

    @Test func `V3 tasks, async let and groups inherit`() async {
        await withDependencies {
            $0.number = 7
        } operation: {
            let reader = reader
            let task = await Task { reader.number }.value
            async let child = reader.number
            let members = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<3 { group.addTask { reader.number } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(await [task, child] + members == [7, 7, 7, 7, 7])
        }
    }

    @Test func `V3 a detached task does not inherit`() async {
        let reader = Reader()
        let number = await withDependencies {
            $0.number = 7
        } operation: {
            await Task.detached { reader.number }.value
        }
        #expect(number == 2)
    }

    @Test func `V1 an override survives suspension, and two at once do not see each other`() async {
        let reader = Reader()
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask {
                    await withDependencies {
                        $0.number = number
                    } operation: {
                        for _ in 0..<10 {
                            await Task.yield()
                            guard reader.number == number else { return false }
                        }
                        return true
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test func `Both closures may throw, and the override is gone then`() async {
        #expect(throws: Failure.self) {
            try withDependencies {
                $0.number = 7
            } operation: {
                throw Failure()
            }
        }
        #expect(throws: Failure.self) {
            try withDependencies { _ in
                throw Failure()
            } operation: {
            }
        }
        await #expect(throws: Failure.self) {
            try await withDependencies {
                $0.number = 7
            } operation: {
                await Task.yield()
                throw Failure()
            }
        }
        #expect(reader.number == 2)
    }

    @Test @MainActor func `The operation stays on the caller's actor`() async {
        let box = MainBox()
        await withDependencies {
            await Task.yield()
            $0.number = 7
        } operation: {
            await Task.yield()
            MainActor.assertIsolated()
            box.number = reader.number
        }
        #expect(box.number == 7)
    }

    @Test func `V1 the innermost of many overrides wins, whatever else is overridden between`() {
        func nest(_ depth: Int) {
            guard depth < 40 else { return }
            withDependencies {
                $0.number = depth
                if depth.isMultiple(of: 3) { $0.maybe = depth }
            } operation: {
                #expect(reader.number == depth)
                #expect(reader.maybe == depth / 3 * 3)
                nest(depth + 1)
            }
        }
        nest(0)
    }

    @Test func `A thousand nested overrides are as good as one`() {
        func nest(_ depth: Int) {
            guard depth > 0 else {
                #expect(reader.number == 1)
                #expect(reader.maybe == -1)
                return
            }
            withDependencies {
                $0.number = depth
                if depth == 1_000 { $0.maybe = -1 }
            } operation: {
                nest(depth - 1)
            }
        }
        nest(1_000)
    }
}

@MainActor private final class MainBox {
    var number = 0
}
