import DepotTesting
import DepotValues
import Foundation
import Testing

@Suite struct PrepareDependenciesTests {
    private let reader = Reader()

    private func late(_ line: Int, _ reason: String) -> String {
        """
        Depot: a dependency was prepared too late, and the value is ignored.
          Key:   NumberKey
          Where: the prepareDependencies at DepotValuesTests/PrepareDependenciesTests.swift:\(line)
          Why:   \(reason)
        Prepare each dependency once, at the start of the program, before anything reads it; where it has to change
        later, use withDependencies.
        """
    }

    @Test func `V8 a prepared value takes the place of the default, for everyone`() async {
        prepareDependencies { $0.number = 7 }
        let reader = reader
        #expect(reader.number == 7)
        let elsewhere = await Task.detached { reader.number }.value
        #expect(elsewhere == 7)
        withDependencies {
            $0.number = 8
        } operation: {
            #expect(reader.number == 8)
        }
    }

    @Test func `V8 preparing a second time is reported and ignored`() {
        prepareDependencies { $0.number = 7 }
        let first = #line - 1
        let texts = reports { prepareDependencies { $0.number = 8 } }
        let reason = "it was prepared before, at DepotValuesTests/PrepareDependenciesTests.swift:\(first)."
        #expect(texts == [late(first + 2, reason)])
        #expect(reader.number == 7)
    }

    @Test func `V8 preparing after the first read is reported and ignored`() {
        #expect(reader.number == 2)
        let texts = reports { prepareDependencies { $0.number = 8 } }
        #expect(texts == [late(#line - 1, "it has been read before.")])
        #expect(reader.number == 2)
    }

    @Test func `V8 who has waited for what an update closure asked for has read it`() async {
        let reader = reader
        // Threads and not tasks, because both wait without giving their thread back.
        await withEscapedDependencies { dependencies in
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    dependencies.yield {
                        withDependencies {
                            $0[SlowKey.self] += 1
                        } operation: {
                        }
                    }
                    continuation.resume()
                }
                Thread.detachNewThread {
                    SlowKey.isBegun.wait()
                    SlowKey.isAsked.signal()
                    #expect(dependencies.yield { reader.slow } == 1)
                    SlowKey.isRead.signal()
                }
            }
        }
        SlowKey.isRead.wait()
        #expect(reports { prepareDependencies { $0[SlowKey.self] = 8 } }.count == 1)
        #expect(reader.slow == 1)
    }

    @Test func `V8 changing one endpoint does not count as a read`() {
        prepareDependencies { $0.client.fetch = { "prepared" } }
        @Dependency(\.client) var client
        #expect(client.fetch() == "prepared")
        prepareDependencies { $0.number += 5 }
        #expect(reader.number == 7)
    }

    @Test func `V8 other keys can be prepared later`() {
        prepareDependencies { $0.number = 7 }
        prepareDependencies { $0.maybe = nil }
        #expect(reader.maybe == nil)
    }

    @Test func `V8 a closure that throws prepares nothing`() {
        #expect(throws: Failure.self) {
            try prepareDependencies {
                $0.number = 7
                throw Failure()
            }
        }
        #expect(reader.number == 2)
    }

    @Test func `V8 the context can be prepared, once`() {
        prepareDependencies { $0.context = .live }
        #expect(reader.number == 1)
        #expect(reports { prepareDependencies { $0.context = .preview } }.count == 1)
        @Dependency(\.context) var context
        #expect(context == .live)
    }

    @Test func `V9 what another test prepared is not seen`() {
        #expect(reader.number == 2)
    }
}

/// A default that takes a while once somebody else asks for it.
private struct SlowKey: DependencyKey {
    static let (isBegun, isAsked, isRead) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    static let liveValue = 0

    static var testValue: Int {
        isBegun.signal()
        isAsked.wait()
        // Time for the other to begin to wait: without that it reads what is there, which is right as well.
        for _ in 0..<10_000 { sched_yield() }
        return 1
    }
}

extension Reader {
    fileprivate var slow: Int { Dependency(SlowKey.self).wrappedValue }
}
