import Depot
import Testing

/// Services that have a name are read as those without one: by the same word of their slot, without the lock.
@Suite struct NamedReadTests {
    private let container = Container()

    private final class Tagged: Sendable {
        let tag: String
        init(_ tag: String) { self.tag = tag }
    }

    private func register(_ tag: String, name: Name?, in container: Container) {
        container.register(Tagged.self, name: name, .singleton) { _ in Tagged(tag) }
    }

    @Test func `C9 services of one type with names, arguments, both or none do not mix`() {
        let names: [Name?] = ["b", nil, "a", "c"]
        for name in names {
            register("\(name?.rawValue ?? "-")", name: name, in: container)
            container.register(Tagged.self, name: name) { (_, number: Int) in Tagged("\(name?.rawValue ?? "-") \(number)") }
            container.register(Tagged.self, name: name, .singleton) { (_, text: String) in Tagged("\(name?.rawValue ?? "-") \(text)") }
        }
        for round in 0..<3 {
            for name in names {
                let tag = name?.rawValue ?? "-"
                #expect(container.resolve(Tagged.self, name: name).tag == tag)
                #expect(container.resolve(Tagged.self, name: name, arguments: round).tag == "\(tag) \(round)")
                #expect(container.resolve(Tagged.self, name: name, arguments: "x").tag == "\(tag) x")
                #expect(
                    container.resolve(Tagged.self, name: name, arguments: "x")
                        === container.resolve(Tagged.self, name: name, arguments: "x"))
                #expect(container.resolve(Tagged.self, name: name) === container.resolve(Tagged.self, name: name))
            }
        }
        #expect(container.resolveIfRegistered(Tagged.self, name: "d") == nil)
        #expect(container.resolveNamed(Tagged.self).map(\.name) == ["b", "a", "c"])
    }

    @Test func `R1 R2 a name that is replaced, restored and registered anew gives what is in effect`() {
        register("first", name: "a", in: container)
        container.register(Wrapper.self, name: "w", .singleton) { r in Wrapper(try r.resolve(Tagged.self, name: "a")) }
        for _ in 0..<3 { _ = (container.resolve(Tagged.self, name: "a"), container.resolve(Wrapper.self, name: "w")) }
        let wrapper = container.resolve(Wrapper.self, name: "w")
        let replacement = container.replace(Tagged.self, name: "a", with: Tagged("mock"))
        #expect(container.resolve(Tagged.self, name: "a").tag == "mock")
        #expect(container.resolve(Wrapper.self, name: "w").tagged.tag == "mock")
        replacement.restore()
        #expect(container.resolve(Wrapper.self, name: "w") === wrapper)
        container.withOverrides {
            $0.replace(Tagged.self, name: "a", with: Tagged("override"))
        } operation: {
            #expect(container.resolve(Tagged.self, name: "a").tag == "override")
            #expect(container.resolve(Wrapper.self, name: "w").tagged.tag == "override")
        }
        #expect(container.resolve(Tagged.self, name: "a").tag == "first")
        register("second", name: "a", in: container)
        #expect(container.resolve(Tagged.self, name: "a").tag == "second")
        #expect(container.resolve(Wrapper.self, name: "w").tagged.tag == "second")
    }

    @Test func `C8 C12 a child's name comes before its parent's, and the parent never sees it`() async {
        register("parent", name: "a", in: container)
        let child = Container(parent: container)
        #expect(child.resolve(Tagged.self, name: "a") === container.resolve(Tagged.self, name: "a"))
        register("child", name: "a", in: child)
        for _ in 0..<2 {
            #expect(child.resolve(Tagged.self, name: "a").tag == "child")
            #expect(container.resolve(Tagged.self, name: "a").tag == "parent")
        }
        await container.close()
        #expect(throws: ResolutionError.self) { try container.tryResolve(Tagged.self, name: "a") }
        #expect(throws: ResolutionError.self) { try child.tryResolve(Tagged.self, name: "a") }
    }

    @Test func `S1 what has a name lives in scopes as what has none`() {
        for name: Name? in [nil, "a"] {
            container.register(Tagged.self, name: name, .scoped(.request)) { _ in Tagged(name?.rawValue ?? "-") }
        }
        var seen: [Tagged] = []
        for _ in 0..<3 {
            container.withScope(.request) {
                let (plain, named) = (container.resolve(Tagged.self), container.resolve(Tagged.self, name: "a"))
                #expect(plain.tag == "-" && named.tag == "a")
                #expect(container.resolve(Tagged.self, name: "a") === named && container.resolve(Tagged.self) === plain)
                #expect(!seen.contains { $0 === named })
                seen.append(named)
            }
        }
    }

    @Test func `C5 names are registered while others resolve those of the type`() {
        let count = 200
        register("0", name: "0", in: container)
        race(4) { _, thread in
            if thread == 0 {
                for number in 1..<count { register("\(number)", name: "\(number)", in: container) }
            } else {
                for number in 0..<count * 5 {
                    let name = Name("\(number % count)")
                    if let found = container.resolveIfRegistered(Tagged.self, name: name) { #expect(found.tag == name.rawValue) }
                }
            }
        }
        for number in 0..<count { #expect(container.resolve(Tagged.self, name: Name("\(number)")).tag == "\(number)") }
    }

    private final class Wrapper: Sendable {
        let tagged: Tagged
        init(_ tagged: Tagged) { self.tagged = tagged }
    }
}
