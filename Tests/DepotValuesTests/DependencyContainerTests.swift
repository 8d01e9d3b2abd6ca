import Depot
import DepotTesting
import DepotValues
import Testing

private protocol Greeter: Sendable { var greeting: String { get } }
private struct Plain: Greeter { let greeting = "hello" }
private struct Mock: Greeter { let greeting: String }
private final class Host: Sendable {
    let greeter: any Greeter
    init(greeter: any Greeter) { self.greeter = greeter }
}

private struct Lobby {
    @Dependency((any Greeter).self) var greeter
    @Dependency(Host.self) var host
}

@Suite(
    .container {
        $0.register((any Greeter).self, .singleton) { _ in Plain() }
        $0.register(Host.self, .singleton, using: Host.init)
    })
struct DependencyContainerTests {
    @Test func `V1 a service of the container is read like a value`() {
        #expect(Lobby().greeter.greeting == "hello")
        #expect(Lobby().host === Container.shared.resolve(Host.self))
    }

    @Test func `V1 a service replaced beside a value is seen in the operation, through what depends on it, and gone after`() {
        let feature = Lobby()
        let host = feature.host
        withDependencies {
            $0.container.replace((any Greeter).self, with: Mock(greeting: "hi"))
        } operation: {
            #expect(feature.greeter.greeting == "hi")
            #expect(feature.host.greeter.greeting == "hi")
            #expect(Container.shared.resolve((any Greeter).self).greeting == "hi")
        }
        #expect(feature.greeter.greeting == "hello")
        #expect(feature.host === host)
    }

    @Test func `V1 nested replacements merge, and the inner one wins`() {
        let feature = Lobby()
        withDependencies {
            $0.container.replace((any Greeter).self, with: Mock(greeting: "outer"))
        } operation: {
            withDependencies {
                $0.container.replace((any Greeter).self, with: Mock(greeting: "inner"))
            } operation: {
                #expect(feature.greeter.greeting == "inner")
            }
            #expect(feature.greeter.greeting == "outer")
        }
    }

    @Test func `V4 what is made inside keeps the replaced service outside, and a later override beats it`() async {
        let feature = await withDependencies {
            $0.container.replace((any Greeter).self, with: Mock(greeting: "kept"))
        } operation: {
            await Task.yield()
            return Lobby()
        }
        #expect(feature.greeter.greeting == "kept")
        withDependencies {
            $0.container.replace((any Greeter).self, with: Mock(greeting: "later"))
        } operation: {
            #expect(feature.greeter.greeting == "later")
        }
    }

    @Test func `V4 what is made inside an override of the container keeps it, too`() {
        let feature = Container.shared.withOverrides {
            $0.replace((any Greeter).self, with: Mock(greeting: "kept"))
        } operation: {
            Lobby()
        }
        #expect(Container.shared.resolve((any Greeter).self).greeting == "hello")
        _ = feature
    }

    @Test func `V3 escaped dependencies carry the replaced service`() async {
        let greeting = await withDependencies {
            $0.container.replace((any Greeter).self, with: Mock(greeting: "carried"))
        } operation: {
            await withEscapedDependencies { dependencies in
                await Task.detached { dependencies.yield { Container.shared.resolve((any Greeter).self).greeting } }.value
            }
        }
        #expect(greeting == "carried")
    }
}
