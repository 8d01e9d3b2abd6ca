import Depot
import DepotTesting
import Testing

private protocol Numbered: Sendable { var number: Int { get } }
private struct Mock: Numbered { let number: Int }
private final class Screen: Sendable {
    let numbered: any Numbered
    init(numbered: any Numbered) { self.numbered = numbered }
}

@Suite(
    .container {
        $0.register((any Numbered).self, .singleton) { _ in Mock(number: -1) }
        $0.register(Screen.self, .singleton, using: Screen.init)
    })
struct IsolationTests {
    @Test(.container { $0.replace((any Numbered).self, with: Mock(number: -2)) }, arguments: 0..<1_000)
    func `R6 a thousand cases with a container each never see each other`(number: Int) async {
        #expect(Container.shared.resolve(Screen.self).numbered.number == -2)
        let replacement = Container.shared.replace((any Numbered).self, with: Mock(number: number))
        for _ in 0..<10 {
            await Task.yield()
            #expect(Container.shared.resolve(Screen.self).numbered.number == number)
        }
        replacement.restore()
        await Task.yield()
        #expect(Container.shared.resolve(Screen.self).numbered.number == -2)
    }
}
