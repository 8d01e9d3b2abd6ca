import Depot
import DepotValues

private struct NumberKey: DependencyKey {
    static let liveValue = 1
    static let testValue = 2
}

extension DependencyValues {
    fileprivate var number: Int {
        get { self[NumberKey.self] }
        set { self[NumberKey.self] = newValue }
    }
}

private struct Model {
    @Dependency(\.number) var number
}

private final class Screen {
    @Inject var service: any Service
}

/// The rows about ambient values and injected properties.
@MainActor
func valueCases() -> [Case] {
    let model = Model()
    let container = Container.shared
    container.register((any Service).self, .singleton) { _ in Plain() }
    let screen = Screen()
    return [
        Case(
            name: "@Inject after its first access", limit: 0.5,
            run: { count in for _ in 0..<count { keep(screen.service) } }),
        Case(name: "@Dependency, default", limit: 2, run: { count in for _ in 0..<count { keep(model.number) } }),
        Case(
            name: "@Dependency, overridden", limit: 2,
            run: { count in
                withDependencies {
                    $0.number = 3
                } operation: {
                    for _ in 0..<count { keep(model.number) }
                }
            }),
        Case(
            name: "withDependencies with one value, read it, leave", limit: 6,
            run: { count in
                for index in 0..<count {
                    withDependencies {
                        $0.number = index
                    } operation: {
                        keep(model.number)
                    }
                }
            }),
    ]
}
