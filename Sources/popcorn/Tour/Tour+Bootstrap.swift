import Depot

extension Tour {
    func bootstrap() {
        Page.chapter("Bootstrap: say once what everything is made of")
        let registering = ContinuousClock().measure { Bootstrap.assemble(container, for: configuration) }
        Page.say("Sources/popcorn/App/Bootstrap.swift, and nothing else, decides what the app consists of.")
        let graph = container.graph
        for layer in graph.layers {
            Page.show("\(layer)", lines(graph.nodes.filter { $0.layer == layer }.map(\.shortName)))
        }
        Page.say(
            "\(graph.nodes.count) services, registered in \(registering.rounded). Nothing is built yet: each is made when first asked for.")
    }

    /// A few services to a line.
    private func lines(_ services: [String]) -> String {
        stride(from: 0, to: services.count, by: 4)
            .map { services[$0..<min($0 + 4, services.count)].joined(separator: ", ") }
            .joined(separator: "\n")
    }
}

extension Graph.Node {
    /// The name without `any` and without arguments.
    fileprivate var shortName: String {
        let name = name.hasPrefix("any ") ? String(name.dropFirst(4)) : name
        return name.split(separator: " ").first.map(String.init) ?? name
    }
}

extension Duration {
    /// The duration as a person would say it.
    var rounded: String {
        let nanoseconds = Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
        return switch nanoseconds {
        case ..<1_000: "\(Int(nanoseconds)) ns"
        case ..<1_000_000: "\((nanoseconds / 100).rounded() / 10) µs"
        default: "\((nanoseconds / 100_000).rounded() / 10) ms"
        }
    }
}
