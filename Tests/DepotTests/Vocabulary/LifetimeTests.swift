import Depot
import Testing

/// How long instances live, and how containers end.
@Suite struct LifetimeTests {
    private final class Pair: Sendable {
        let first: Repository
        let second: Lazy<Repository>
        let screen: Screen
        init(_ first: Repository, _ second: Lazy<Repository>, _ screen: Screen) {
            self.first = first
            self.second = second
            self.screen = screen
            #expect(second() === first)
        }
    }

    @Test func `C7 a graph instance is one for each outermost resolve, also across a Lazy forced inside it`() {
        let container = makeStack()
        container.register(Repository.self, .graph, using: Repository.init)
        container.register(UseCase.self, using: UseCase.init)
        container.register(Screen.self, using: Screen.init)
        container.register(Pair.self, using: Pair.init)
        let pair = container.resolve(Pair.self)
        #expect(pair.screen.useCase.repository === pair.first)
        #expect(container.resolve(Pair.self).first !== pair.first)
    }

    @Test func `C7 all of a type that are asked for at once from outside share the graph's instances`() async throws {
        let container = makeStack()
        container.register(Repository.self, .graph, using: Repository.init)
        container.register(UseCase.self, name: "one", using: UseCase.init)
        container.register(UseCase.self, name: "two", .singleton, using: UseCase.init)
        container.register(UseCase.self, name: "three") { r in try UseCase(r.resolve()) }
        container.registerAsync(UseCase.self, name: "late") { r in UseCase(try await r.resolveAsync()) }
        let late = try await container.resolveAsync([UseCase].self)
        #expect(Set(late.map { ObjectIdentifier($0.repository) }).count == 1)
        container.register(UseCase.self, name: "late", using: UseCase.init)
        // The singleton keeps what it was made with.
        for all in [
            container.resolveAll(UseCase.self), container.resolve([UseCase].self), container.resolveNamed(UseCase.self).map(\.service),
        ] {
            #expect(Set(all.map { ObjectIdentifier($0.repository) }).count == 2)
            let transients = all.suffix(4).map(\.repository)
            #expect(transients[0] === transients[2])
            #expect(transients[0] === transients[3])
            #expect(transients[0] !== late[0].repository)
        }
    }

    @Test func `C7 cached instances go by a clock that a test can turn`() {
        let clock = TurnableClock()
        let container = makeStack()
        container.register(UseCase.self, .cached(for: .seconds(10), clock: clock), using: UseCase.init)
        let first = container.resolve(UseCase.self)
        clock.turn(by: .seconds(9))
        #expect(container.resolve(UseCase.self) === first)
        clock.turn(by: .seconds(1))
        let second = container.resolve(UseCase.self)
        #expect(second !== first)
        clock.turn(by: .seconds(9))
        #expect(container.resolve(UseCase.self) === second)
    }

    @Test func `C16 a closed container resolves nothing more, and closing twice is nothing`() async {
        final class Conn: Disposable, Sendable {
            let log: Log
            let name: String
            init(_ log: Log, _ name: String) {
                self.log = log
                self.name = name
            }
            func dispose() throws {
                log.add(name)
                if name == "b" { throw Failure() }
            }
        }
        let log = Log()
        let container = makeStack()
        for name in ["a", "b", "c"] { container.register(Conn.self, name: Name(name), .singleton) { _ in Conn(log, name) } }
        container.register(Conn.self) { _ in Conn(log, "transient") }
        for name in ["a", "b", "c"] { _ = container.resolve(Conn.self, name: Name(name)) }
        _ = container.resolve(Conn.self)
        _ = container.resolve(Screen.self)
        let child = Container(parent: container)
        let failures = await container.close()
        #expect(log.all == ["transient", "c", "b", "a"])
        #expect(failures.map(\.description) == ["Conn could not be disposed: Failure(reason: \"no\")"])
        #expect(await container.close().isEmpty)
        #expect(failure { () throws(ResolutionError) in try container.tryResolve(Screen.self) }?.kind == "closed")
        #expect(failure { () throws(ResolutionError) in try child.tryResolve(Screen.self) }?.kind == "closed")
        await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Screen.self) }
        await #expect(throws: ResolutionError.self) {
            container.registerAsync(Keychain.self, .singleton) { _ in Keychain() }
            _ = try await container.resolveAsync(Keychain.self)
        }
    }

    @Test func `C16 resolving while closing works wholly or is an error`() async {
        for _ in 0..<stressRounds(debug: 20, release: 200) {
            let container = makeStack()
            let wrong = Counter()
            let entered = AsyncGate()
            let resolving = Task.detached {
                entered.open()
                for _ in 0..<200 {
                    do throws(ResolutionError) {
                        if try container.tryResolve(Screen.self).network.tag != "real" { wrong.increment() }
                    } catch {
                        if error.kind != "closed" { wrong.increment() }
                    }
                }
            }
            await entered.pass()
            await container.close()
            await resolving.value
            #expect(wrong.value == 0)
        }
    }

    @Test func `C13 a chain of 10,000 ends in an instance or is too deep, on a small stack and on a large one`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            for isShared in [false, true] {
                let container = Container()
                for number in 0..<10_000 {
                    let name = Name("n\(number)")
                    let next = Name("n\(number + 1)")
                    if isShared {
                        container.register(Int.self, name: name, .singleton) { r in
                            number == 9_999 ? 0 : try r.resolve(Int.self, name: next) + 1
                        }
                    } else {
                        container.register(Int.self, name: name) { r in
                            number == 9_999 ? 0 : try r.resolve(Int.self, name: next) + 1
                        }
                    }
                }
                let small = onThread(stack: 512 << 10) {
                    failure { () throws(ResolutionError) in try container.tryResolve(Int.self, name: "n0") }
                }
                precondition(small == nil || small?.kind == "tooDeep")
                let last = onThread(stack: 512 << 10) { container.resolve(Int.self, name: "n9970") }
                precondition(last == 29)
                if isShared {
                    let large = onThread(stack: 256 << 20) { container.resolve(Int.self, name: "n0") }
                    precondition(large == 9_999)
                }
            }
        }
    }
}
