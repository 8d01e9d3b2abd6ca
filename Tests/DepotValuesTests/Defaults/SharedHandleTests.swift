import Depot
import DepotTesting
import DepotValues
import Testing

/// What a service that others share gets when it is used, and keeps.
@Suite struct SharedHandleTests {
    private final class Service: Sendable {
        private let reader = Reader()
        let first: Int
        var number: Int { reader.number }

        init() { first = Reader().number }
    }

    private final class LazyHolder: Sendable {
        private let lazy: Lazy<Service>
        var service: Service { lazy() }

        init(_ lazy: Lazy<Service>) { self.lazy = lazy }
    }

    private final class InjectHolder: Sendable {
        private let inject = Inject<Service>()
        private let anew = Inject<Service>(.onEveryAccess)
        var service: Service { inject.wrappedValue }
        var ofCaller: Service { anew.wrappedValue }
    }

    private final class ProviderHolder: Sendable {
        private let provider: Provider<LazyHolder>
        var ofCaller: Service { provider().service }

        init(_ provider: Provider<LazyHolder>) { self.provider = provider }
    }

    private func inOverride<Result>(_ number: Int, _ operation: () throws -> Result) rethrows -> Result {
        try withDependencies {
            $0.number = number
        } operation: {
            try operation()
        }
    }

    /// What a singleton's `Lazy` gets and keeps, with a `Lazy` and a property of its own.
    private final class Outer: Sendable {
        let holder: Lazy<LazyHolder>

        init(_ holder: Lazy<LazyHolder>) { self.holder = holder }
    }

    private final class OuterInject: Sendable {
        let holder = Inject<InjectHolder>()
    }

    private let container = Container()

    @Test(arguments: [UniqueLifetime.transient, .graph])
    func `V11 what a Lazy of a singleton keeps is made in nobody's overrides`(lifetime: UniqueLifetime) {
        container.register(Service.self, lifetime, using: Service.init)
        container.register(LazyHolder.self, .singleton, using: LazyHolder.init)
        let holder = container.resolve(LazyHolder.self)
        let service = inOverride(7) { holder.service }
        #expect(service.first == 2)
        #expect(holder.service === service)
        #expect(service.number == 2)
        #expect(inOverride(9) { service.number } == 9)
    }

    @Test(.container) func `V11 so is what an Inject of a singleton keeps`() {
        let container = Container.shared
        container.register(Service.self, using: Service.init)
        container.register(InjectHolder.self, .singleton, using: InjectHolder.init)
        let holder = container.resolve(InjectHolder.self)
        #expect(inOverride(7) { holder.service }.first == 2)
        #expect(holder.service.number == 2)
        #expect(inOverride(7) { holder.ofCaller }.first == 7)
    }

    @Test func `V11 so is what the Lazy of something keeps that a singleton got by its Lazy`() {
        container.register(Service.self, using: Service.init)
        container.register(LazyHolder.self, using: LazyHolder.init)
        container.register(Outer.self, .singleton, using: Outer.init)
        let outer = container.resolve(Outer.self)
        let service = inOverride(7) { outer.holder().service }
        #expect(service.first == 2)
        #expect(outer.holder().service === service)
        #expect(service.number == 2)
    }

    @Test(arguments: [UniqueLifetime.transient, .graph])
    func `V11 so is what the Lazy of a part of that keeps`(lifetime: UniqueLifetime) {
        final class Middle: Sendable {
            let holder: LazyHolder

            init(_ holder: LazyHolder) { self.holder = holder }
        }
        container.register(Service.self, using: Service.init)
        container.register(LazyHolder.self, lifetime, using: LazyHolder.init)
        container.register(Middle.self, lifetime, using: Middle.init)
        container.register(Lazy<Middle>.self, name: "kept", .singleton) { r in try r.resolve() }
        let middle = container.resolve(Lazy<Middle>.self, name: "kept")
        #expect(inOverride(7) { middle().holder.service }.first == 2)
    }

    @Test(.container) func `V11 so is what an Inject of something keeps that a singleton got by its Inject`() {
        let container = Container.shared
        container.register(Service.self, using: Service.init)
        container.register(InjectHolder.self, using: InjectHolder.init)
        container.register(OuterInject.self, .singleton, using: OuterInject.init)
        let outer = container.resolve(OuterInject.self)
        #expect(inOverride(7) { outer.holder.wrappedValue.service }.first == 2)
        #expect(outer.holder.wrappedValue.service.number == 2)
    }

    private final class OuterList: Sendable {
        let all = Inject<[InjectHolder]>()
        let optional = Inject<[InjectHolder]?>()
        let named = Inject<[Name: InjectHolder]>()
    }

    @Test(.container, arguments: [UniqueLifetime.transient, .graph])
    func `V11 so is what an Inject of one of many keeps that a singleton got by its Inject`(lifetime: UniqueLifetime) {
        let container = Container.shared
        container.register(Service.self, using: Service.init)
        container.contribute(InjectHolder.self, lifetime, using: InjectHolder.init)
        container.register(InjectHolder.self, name: "named", lifetime, using: InjectHolder.init)
        container.register(OuterList.self, .singleton, using: OuterList.init)
        let outer = container.resolve(OuterList.self)
        #expect(inOverride(7) { outer.all.wrappedValue.map(\.service.first) } == [2, 2])
        #expect(inOverride(7) { outer.optional.wrappedValue?.map(\.service.first) } == [2, 2])
        #expect(inOverride(7) { outer.named.wrappedValue["named"]?.service.first } == 2)
        #expect(outer.all.wrappedValue.map(\.service.number) == [2, 2])
    }

    @Test(.container) func `V11 so is it where the list itself is registered`() {
        let container = Container.shared
        container.register(Service.self, using: Service.init)
        container.register([InjectHolder].self) { _ in [InjectHolder()] }
        container.register(OuterList.self, .singleton, using: OuterList.init)
        let outer = container.resolve(OuterList.self)
        #expect(inOverride(7) { outer.all.wrappedValue.map(\.service.first) } == [2])
    }

    @Test func `V11 what a Lazy in a scope keeps sees what was in effect where the scope was opened`() {
        container.register(Service.self, using: Service.init)
        container.register(LazyHolder.self, .scoped(.request), using: LazyHolder.init)
        inOverride(7) {
            container.withScope(.request) {
                let holder = container.resolve(LazyHolder.self)
                #expect(inOverride(9) { holder.service }.first == 7)
                #expect(holder.service.number == 7)
            }
        }
    }

    @Test func `V11 what only the caller gets by a handle of a singleton sees the caller's overrides`() {
        container.register(Service.self, using: Service.init)
        container.register(LazyHolder.self, using: LazyHolder.init)
        container.register(ProviderHolder.self, .singleton, using: ProviderHolder.init)
        let holder = container.resolve(ProviderHolder.self)
        #expect(inOverride(7) { holder.ofCaller }.first == 7)
    }

    @Test func `V11 what a factory gets by a handle sees what the factory itself has set`() {
        container.register(Service.self, using: Service.init)
        container.register(Int.self, .singleton) { r in
            let lazy = try r.resolve(LazyHolder.self)
            return inOverride(9) { lazy.service.first }
        }
        container.register(LazyHolder.self, using: LazyHolder.init)
        #expect(inOverride(7) { container.resolve(Int.self) } == 9)
    }

    private final class Owner: Sendable {
        private let name = Dependency(String.self)
        var text: String { name.wrappedValue }
    }

    @Test(.container, arguments: [true, false])
    func `R9 a singleton keeps no override that it was first made in by a Dependency of a service`(usesResolver: Bool) {
        let container = Container.shared
        container.register(String.self) { _ in "base" }
        if usesResolver {
            container.register(Owner.self, .singleton) { _ in Owner() }
        } else {
            container.register(Owner.self, .singleton, using: Owner.init)
        }
        let owner = withDependencies {
            $0.container.replace(String.self, with: "mock")
        } operation: {
            let owner = Container.shared.resolve(Owner.self)
            #expect(owner.text == "mock")
            return owner
        }
        #expect(container.resolve(Owner.self) === owner)
        #expect(owner.text == "base")
        let text = container.withOverrides {
            $0.replace(String.self, with: "other")
        } operation: {
            owner.text
        }
        #expect(text == "other")
    }

    @Test func `C18 a singleton does not keep its container open by a Dependency of a service`() {
        func made() -> Container {
            let container = Container()
            container.register(Owner.self, .singleton, using: Owner.init)
            container.withScope(.request) { _ = container.resolve(Owner.self) }
            return container
        }
        weak let container = made()
        #expect(container == nil)
    }

    @Test func `R9 a singleton of a parent keeps no child by a Dependency of a service`() async throws {
        let parent = Container()
        parent.register(String.self) { _ in "parent" }
        parent.register(Owner.self, .singleton, using: Owner.init)
        let child = Container(parent: parent)
        child.register(String.self) { _ in "child" }
        let owner = try await child.withScope(.request) { child.resolve(Owner.self) }
        await child.close()
        #expect(owner.text == "parent")
    }

    @Test func `V4: what only the caller has gets by a handle what is in effect at the call, a Lazy at its first`() {
        container.register(Service.self, using: Service.init)
        container.register(LazyHolder.self, using: LazyHolder.init)
        container.register(ProviderHolder.self, using: ProviderHolder.init)
        let lazy = inOverride(3) { container.resolve(LazyHolder.self) }
        let service = inOverride(7) { lazy.service }
        #expect(service.first == 7)
        #expect(inOverride(9) { lazy.service } === service)
        let provider = inOverride(3) { container.resolve(ProviderHolder.self) }
        #expect(inOverride(7) { provider.ofCaller }.first == 7)
        #expect(provider.ofCaller.first == 2)
    }

    @Test func `R9 nor does what a singleton of a parent got by its Lazy`() async throws {
        final class Outer: Sendable {
            let owner: Lazy<Owner>

            init(_ owner: Lazy<Owner>) { self.owner = owner }
        }
        let parent = Container()
        parent.register(String.self) { _ in "parent" }
        parent.register(Owner.self, using: Owner.init)
        parent.register(Outer.self, .singleton, using: Outer.init)
        let child = Container(parent: parent)
        child.register(String.self) { _ in "child" }
        let outer = parent.resolve(Outer.self)
        let owner = try await child.withScope(.request) { outer.owner() }
        await child.close()
        #expect(owner.text == "parent")
    }
}
