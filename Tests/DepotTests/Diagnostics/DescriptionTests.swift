import Depot
import Testing

@Suite struct DescriptionTests {
    @Test func `a container prints which one it is and what is in it`() async {
        let container = Container(file: "App/Main.swift", line: 3)
        #expect("\(container)" == "Container made at App/Main.swift:3: 0 registrations, 0 shared instances")
        container.register((any Network).self, .singleton) { _ in RealNetwork() }
        container.register(Repository.self, using: Repository.init)
        _ = container.resolve(Repository.self)
        #expect("\(container)" == "Container made at App/Main.swift:3: 2 registrations, 1 shared instance")
        let child = Container(parent: container, file: "App/Main.swift", line: 4)
        #expect(
            "\(child)" == "Container made at App/Main.swift:4: 0 registrations, 0 shared instances; child of "
                + "Container made at App/Main.swift:3: 2 registrations, 1 shared instance")
        await container.close(file: "App/End.swift", line: 9)
        #expect("\(container)".hasSuffix(", closed at App/End.swift:9"))
    }

    @Test func `a layer stands above or below another`() {
        let mapping = Layer("mapping", below: .useCase)
        #expect(Layer.repository < mapping)
        #expect(mapping < .useCase)
        #expect(Layer("cache", above: .repository) < mapping)
    }
}
