import Depot
import DepotGraph
import Foundation
import GraphSamples

// Writes the pages that `make explore-test` looks at in a browser: `graph-pages DIRECTORY`.
let directory = URL(filePath: CommandLine.arguments.dropFirst().first ?? ".", directoryHint: .isDirectory)
let before = sample { container in
    container.register(Plugin.self, using: { (store: any Store) in Plugin(number: 1) })
    container.register(Needy.self, using: Needy.init)
}
let after = sample { container in
    container.register((any Store).self, in: .repository, using: FileStore.init)
    container.register(Plugin.self, name: "new", using: { (login: any Login, clock: Provider<Clock>) in Plugin(number: 2) })
    container.register(LoginScreen.self, in: .useCase, using: LoginScreen.init)
    container.register((any Login).self, name: "other", in: .repository, using: { (login: any Login, absent: Absent) in login })
}
let hostileContainer = hostile()
_ = hostileContainer.resolve(Plugin.self, name: Name(hostileNames[hostileNames.count - 1]))
let hostileGraph = hostileContainer.graph
let lessNeeded = sample {
    $0.register((any Login).self, in: .useCase, using: { (store: any Store) in DefaultLogin(store: store, clock: Lazy(Clock())) })
}
let pages = [
    "lost": lessNeeded.graph.html(title: "Lost", changes: lessNeeded.graph.changes(since: sample().graph)),
    "app": GeneratedGraphs.app.html(title: "Shop"),
    "large": GeneratedGraphs.random(nodes: 1_000, edges: 4_000).html(title: "Large"),
    "problems": GeneratedGraphs.faulty(problems: 1_000).html(title: "Problems"),
    "hostile": hostileGraph.html(title: hostileNames[0], changes: hostileGraph.changes(since: Container().graph)),
    "changes": after.graph.html(title: "Changes", changes: after.graph.changes(since: before.graph)),
    "empty": Container().graph.html(title: "Empty"),
]
for (name, page) in pages { try Data(page.utf8).write(to: directory.appending(path: "\(name).html")) }
