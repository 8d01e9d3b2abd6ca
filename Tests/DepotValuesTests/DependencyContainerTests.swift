import Depot
import DepotTesting
import DepotValues
import Foundation
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
        #expect(feature.greeter.greeting == "kept")
        greet("later") { #expect(feature.greeter.greeting == "later") }
    }

    /// Overrides the container as an app does that has no values.
    private func greet<Result>(_ greeting: String, _ operation: () -> Result) -> Result {
        Container.shared.withOverrides {
            $0.replace((any Greeter).self, with: Mock(greeting: greeting))
        } operation: {
            operation()
        }
    }

    /// Overrides the container beside the values.
    private func greetByValues<Result>(_ greeting: String, _ operation: () -> Result) -> Result {
        withDependencies {
            $0.container.replace((any Greeter).self, with: Mock(greeting: greeting))
        } operation: {
            operation()
        }
    }

    private var greetings: [String] { [Container.shared.resolve((any Greeter).self).greeting, Lobby().greeter.greeting] }

    @Test func `V1 an override of the container is in effect in withDependencies inside it`() {
        greetByValues("outer") {
            greet("inner") {
                withDependencies {
                    $0.calendar = Calendar(identifier: .iso8601)
                } operation: {
                    #expect(greetings == ["inner", "inner"])
                }
            }
            #expect(greetings == ["outer", "outer"])
        }
    }

    @Test func `V1 what is replaced in an inner override reaches no outer one`() {
        greetByValues("outer") {
            greet("middle") {
                greetByValues("inner") { #expect(greetings == ["inner", "inner"]) }
                #expect(greetings == ["middle", "middle"])
            }
            #expect(greetings == ["outer", "outer"])
        }
        let feature = greetByValues("kept") { Lobby() }
        withDependencies(from: feature) {
            $0.container.replace((any Greeter).self, with: Mock(greeting: "inner"))
        } operation: {
            #expect(greetings == ["inner", "inner"])
        }
        #expect(feature.greeter.greeting == "kept")
    }

    @Test func `V4 an override keeps what is made inside it, and a later one beats it, however each was opened`() {
        let ways = [greet, greetByValues] as [(String, () -> Lobby) -> Lobby]
        for kept in ways {
            let feature = kept("kept") { Lobby() }
            #expect(feature.greeter.greeting == "kept")
            for later in ways {
                _ = later("later") {
                    #expect(feature.greeter.greeting == "later")
                    let inner = kept("inner") { Lobby() }
                    #expect(inner.greeter.greeting == "inner")
                    return inner
                }
            }
        }
    }

    @Test func `V4 another container is in effect inside an override of the first`() {
        let other = Container()
        other.register((any Greeter).self) { _ in Mock(greeting: "other") }
        greetByValues("outer") {
            let feature = other.withOverrides { _ in
            } operation: {
                #expect(greetings == ["other", "other"])
                return Lobby()
            }
            #expect(feature.greeter.greeting == "other")
        }
    }

    @Test func `V4 a model hands its container on, however that was overridden`() {
        for feature in [greet("kept") { Lobby() }, greetByValues("kept") { Lobby() }] {
            withDependencies(from: feature) { #expect(greetings == ["kept", "kept"]) }
            greet("later") { withDependencies(from: feature) { #expect(greetings == ["later", "later"]) } }
            greetByValues("later") { withDependencies(from: feature) { #expect(greetings == ["later", "later"]) } }
        }
    }

    @Test func `V4 a model hands its container on to async code`() async {
        let feature = greet("kept") { Lobby() }
        await withDependencies(from: feature) {
            await Task.yield()
            #expect(greetings == ["kept", "kept"])
        }
    }

    @Test func `V8 what is replaced where dependencies are prepared stays replaced`() {
        prepareDependencies { $0.container.replace((any Greeter).self, with: Mock(greeting: "prepared")) }
        #expect(greetings == ["prepared", "prepared"])
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
