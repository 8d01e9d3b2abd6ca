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

/// The same with a stored property.
private final class PlainScreen {
    var service: any Service = Plain()
}

/// The rows about ambient values and injected properties.
func valueCases() -> [Case] {
    let model = Model()
    let container = Container.shared
    container.register((any Service).self, .singleton) { _ in Plain() }
    let screen = Screen()
    let plain = PlainScreen()
    let mock = Plain(number: 2)
    let property = "floor: stored property"
    return [
        unitCase(),
        staticLetCase(),
        settledCase(),
        Case(property) { count in for _ in 0..<count { keep(plain.service) } },
        Case("@Inject after its first access", limit: .atMost(0.7), floor: property) { count in
            for _ in 0..<count { keep(screen.service) }
        },
        Case("@Inject after its first access: against a settled singleton", limit: .atMost(1), floor: property, unit: "settled singleton") {
            count in
            for _ in 0..<count { keep(screen.service) }
        },
        Case("floor: read a bound task-local") { count in
            Ambient.$service.withValue(mock) { for _ in 0..<count { if let value = Ambient.service { keep(value) } } }
        },
        taskLocalCase(),
        Case("@Dependency, default", limit: .atMost(1.5), floor: Floor.staticLet) { count in
            for _ in 0..<count { keep(model.number) }
        },
        Case("@Dependency, overridden", limit: .atMost(1.6), floor: "floor: read a bound task-local") { count in
            withDependencies {
                $0.number = 3
            } operation: {
                for _ in 0..<count { keep(model.number) }
            }
        },
        Case(
            "withDependencies with one value, read it, leave", limit: .atMost(7), floor: Floor.taskLocal, count: 5_000
        ) { count in
            for index in 0..<count {
                withDependencies {
                    $0.number = index
                } operation: {
                    keep(model.number)
                }
            }
        },
    ]
}
