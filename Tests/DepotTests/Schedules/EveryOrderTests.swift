import Depot
import Testing

/// Small programs of two threads, in every order in which the core lets them take turns.
///
/// A thread loses its turn at most twice in debug and four times at full size; most mistakes need no more.
@Suite struct EveryOrderTests {
    private func everyOrder(_ make: () -> ScheduleProgram, sourceLocation: SourceLocation = #_sourceLocation) async {
        for form in ScheduleForm.allCases {
            await everyOrder({ ScheduleWorld.$form.withValue(form, operation: make) }, form, sourceLocation)
        }
    }

    private func everyOrder(_ make: () -> ScheduleProgram, _ form: ScheduleForm, _ sourceLocation: SourceLocation) async {
        var chooser = EveryChooser(limit: stressRounds(debug: 2, release: 4))
        var count = 0
        repeat {
            let program = make()
            let (outcome, used) = await Schedule.run(program.bodies, .decisions, chooser)
            chooser = used
            count += 1
            let fault = outcome.isStuck ? "the threads wait for each other" : await program.check()
            if let fault {
                Issue.record("\(form), after the turns \(outcome.trace.joined()): \(fault)", sourceLocation: sourceLocation)
                return
            }
        } while chooser.advance() && count < 50_000
        #expect(count > 10, "There was hardly a choice.", sourceLocation: sourceLocation)
    }

    @Test func `C1 a singleton that two threads resolve first is made once`() async {
        await everyOrder {
            let seen = Locked<[Int?]>([])
            let resolve: ScheduleProgram.Body = { container, world in
                let user = world.resolve(ScheduleUser.self, from: container)
                seen.withLock { $0.append(user?.serial) }
            }
            return .on([resolve, resolve]) { _ in
                let seen = seen.withLock { $0 }
                return seen == [2, 2] ? nil : "the threads got \(seen)"
            }
        }
    }

    @Test func `R1 R2 who resolves while a source is replaced and restored`() async {
        await everyOrder {
            .on(
                [
                    { container, world in _ = world.resolve(ScheduleStore.self, from: container) },
                    { container, world in
                        let mock = ScheduleSource(world)
                        let replacement = container.replace(ScheduleSource.self, with: mock)
                        if world.resolve(ScheduleUser.self, from: container)?.part !== mock { world.complain("not made from the mock") }
                        replacement.restore()
                        if world.resolve(ScheduleUser.self, from: container)?.part === mock { world.complain("still made from the mock") }
                    },
                ], check: ScheduleProgram.isWhole)
        }
    }

    @Test func `R2 what is made while a replacement ends is not kept beside what comes back`() async {
        await everyOrder {
            .on(
                [
                    { container, world in _ = world.resolve(ScheduleStore.self, from: container) },
                    { container, world in container.replace(ScheduleSource.self) { _ in ScheduleMock(world) }.restore() },
                ]
            ) { container, world in
                _ = world.resolve(ScheduleUser.self, from: container)
            } check: { container in
                try ScheduleProgram.isWhole(container)
            }
        }
    }

    @Test func `C5 who resolves while a source is registered again`() async {
        await everyOrder {
            .on(
                [
                    { container, world in
                        _ = world.resolve(ScheduleUser.self, from: container)
                        _ = world.resolve(ScheduleUser.self, from: container)
                    },
                    { container, world in
                        container.register(ScheduleSource.self, .singleton) { _ in ScheduleSource(world) }
                    },
                ], check: ScheduleProgram.isWhole)
        }
    }

    @Test func `C16 who resolves while the container closes gets an instance or is told so`() async {
        await everyOrder {
            .on([
                { container, world in _ = world.resolve(ScheduleStore.self, from: container) },
                { container, _ in HereExecutor.run { await container.close() } },
            ])
        }
    }

    @Test func `C16 a container that two threads close is closed once`() async {
        await everyOrder {
            .on([
                { container, world in
                    _ = world.resolve(ScheduleStore.self, from: container)
                    HereExecutor.run { await container.close() }
                },
                { container, _ in HereExecutor.run { await container.close() } },
            ])
        }
    }

    @Test func `C3 a ring of two across two threads`() async {
        await everyOrder {
            let cycles = Locked(0)
            let resolve: @Sendable (Container, (Container) throws(ResolutionError) -> Void) -> Void = { container, resolve in
                do throws(ResolutionError) { try resolve(container) } catch {
                    if case .cycle = error { cycles.withLock { $0 += 1 } }
                }
            }
            return .on(
                [
                    { container, _ in
                        resolve(container) { (container) throws(ResolutionError) in _ = try container.tryResolve(ScheduleChicken.self) }
                    },
                    { container, _ in
                        resolve(container) { (container) throws(ResolutionError) in _ = try container.tryResolve(ScheduleEgg.self) }
                    },
                ]
            ) { container, world in
                container.register(ScheduleChicken.self, .singleton) { ScheduleChicken(world, try $0.resolve(ScheduleEgg.self)) }
                container.register(ScheduleEgg.self, .singleton) { ScheduleEgg(world, try $0.resolve(ScheduleChicken.self)) }
            } check: { container in
                if cycles.withLock({ $0 }) == 0 { return "nobody is told of the cycle" }
                let world = ScheduleWorld()
                container.register(ScheduleEgg.self, .singleton) { _ in ScheduleEgg(world) }
                return try container.tryResolve(ScheduleChicken.self).part is ScheduleEgg ? nil : "no egg"
            }
        }
    }

    @Test func `S5 S7 who resolves in a scope that ends meanwhile`() async {
        await everyOrder {
            let scope = Box<HeldScope?>(nil)
            return .on(
                [
                    { container, world in
                        scope.value?.withScope(.screen) {
                            _ = world.resolve(ScheduleRequest.self, from: container)
                            _ = world.resolve(ScheduleRequest.self, from: container)
                        }
                    },
                    { _, _ in scope.value?.clear() },
                ]
            ) { container, world in
                container.register(ScheduleRequest.self, .scoped(.session)) {
                    ScheduleRequest(world, try $0.resolve(ScheduleUser.self))
                }
                scope.value = HeldScope(.session, id: "one", in: container)
                scope.value?.makeCurrent()
            } check: { container in
                scope.value = nil
                return try ScheduleProgram.isWhole(container)
            }
        }
    }

    @Test func `S2 two threads that resolve first in one scope get one instance`() async {
        await everyOrder {
            let seen = Locked<[Int?]>([])
            let context = Box<EscapedContext?>(nil)
            let scope = Box<HeldScope?>(nil)
            let resolve: ScheduleProgram.Body = { container, world in
                let request = world.resolve(ScheduleRequest.self, from: container)
                seen.withLock { $0.append(request?.serial) }
            }
            return .on([resolve, resolve]) { container, world in
                container.register(ScheduleRequest.self, .scoped(.session)) { ScheduleRequest(world, try $0.resolve(ScheduleUser.self)) }
                scope.value = HeldScope(.session, id: "one", in: container)
                scope.value?.makeCurrent()
                context.value = nil
            } check: { _ in
                scope.value = nil
                let seen = seen.withLock { $0 }
                return seen.count == 2 && seen[0] != nil && seen[0] == seen[1] ? nil : "the threads got \(seen)"
            }
        }
    }

    @Test func `R3 who resolves with the context of an override that ends meanwhile`() async {
        await everyOrder {
            let context = Locked<EscapedContext?>(nil)
            return .on(
                [
                    { container, world in
                        container.withOverrides {
                            $0.replace(ScheduleSource.self) { _ in ScheduleMock(world) }
                        } operation: {
                            withEscapedContext { escaped in context.withLock { $0 = escaped } }
                            if !(world.resolve(ScheduleUser.self, from: container)?.part is ScheduleMock) {
                                world.complain("not made from the mock")
                            }
                        }
                    },
                    { container, world in
                        if world.resolve(ScheduleStore.self, from: container)?.part?.part is ScheduleMock {
                            world.complain("made from another's mock")
                        }
                        context.withLock { $0 }?.yield {
                            let user = world.resolve(ScheduleUser.self, from: container)
                            if user != nil, !(user?.part is ScheduleMock) { world.complain("not made from the override's mock") }
                        }
                    },
                ]
            ) { container in
                context.withLock { $0 = nil }
                return try ScheduleProgram.isWhole(container)
            }
        }
    }

    @Test func `R4 what two overrides do not touch is made once`() async {
        await everyOrder {
            let seen = Locked<[Int?]>([])
            let resolve: ScheduleProgram.Body = { container, world in
                container.withOverrides {
                    $0.replace(ScheduleStore.self) { _ in ScheduleStore(world) }
                } operation: {
                    let user = world.resolve(ScheduleUser.self, from: container)
                    seen.withLock { $0.append(user?.serial) }
                }
            }
            return .on([resolve, resolve]) { container in
                let seen = seen.withLock { $0 }
                return try seen == [container.tryResolve(ScheduleUser.self).serial, seen[0]] ? nil : "the overrides got \(seen)"
            }
        }
    }

    @Test func `C8 C18 who resolves through a child that goes meanwhile`() async {
        await everyOrder {
            let child = Locked<Container?>(nil)
            return .on(
                [
                    { _, world in
                        let child = child.withLock { $0 }
                        if let child { _ = world.resolve(ScheduleEgg.self, from: child) }
                    },
                    { container, world in
                        let gone = child.withLock { $0.take() }
                        withExtendedLifetime(gone) {}
                        _ = world.resolve(ScheduleStore.self, from: container)
                    },
                ]
            ) { container, world in
                let made = Container(parent: container)
                made.register(ScheduleEgg.self, .singleton) { ScheduleEgg(world, try $0.resolve(ScheduleUser.self)) }
                child.withLock { $0 = made }
            } check: { container in
                try ScheduleProgram.isWhole(container)
            }
        }
    }

    @Test func `C7 a weak instance that goes while another thread asks for it`() async {
        await everyOrder {
            .on(
                [
                    { container, world in
                        for _ in 0..<2 { _ = world.resolve(ScheduleEgg.self, from: container) }
                    },
                    { container, world in _ = world.resolve(ScheduleEgg.self, from: container) },
                ]
            ) { container, world in
                container.register(ScheduleEgg.self, .weak) { ScheduleEgg(world, try $0.resolve(ScheduleUser.self)) }
            } check: { container in
                let egg = try container.tryResolve(ScheduleEgg.self)
                return try egg === container.tryResolve(ScheduleEgg.self) ? nil : "another one while it is held"
            }
        }
    }
}
