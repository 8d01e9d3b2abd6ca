import Depot
import Testing

/// A view model is made in a plain test or a preview without a container.
@Suite struct HandmadeTests {
    private struct Refused: Error, CustomStringConvertible {
        var description: String { "refused" }
    }

    private final class Detail: Sendable {
        let id: Int
        let title: String

        init(_ id: Int, title: String = "") {
            self.id = id
            self.title = title
        }
    }

    @MainActor private final class DetailViewModel {
        let id: Int
        init(_ id: Int) { self.id = id }
    }

    @Test func `C10: a Factory is made from a closure or a function, with any number of arguments`() throws {
        let makeDetail: Factory<Detail, Int> = Factory { Detail($0) }
        #expect(makeDetail(7).id == 7)
        #expect(makeDetail(7) !== makeDetail(7))
        let makeTitled = Factory<Detail, Int, String> { Detail($0, title: $1) }
        #expect(try makeTitled.get(1, "one").title == "one")
        let makeAny = Factory<Detail> { Detail(3) }
        #expect(makeAny().id == 3)
    }

    @Test func `C10: a Provider is made from a closure and calls it each time`() {
        let provider = Provider { Detail(1) }
        #expect(provider() !== provider())
    }

    @Test func `C10: a Lazy holds what it is given`() throws {
        let detail = Detail(1)
        let lazy = Lazy(detail)
        #expect(lazy() === detail)
        #expect(try lazy.get() === detail)
    }

    @MainActor @Test func `C10: what the main actor makes is handed in by onMainActor, as when registering`() {
        let makeDetail = Factory(onMainActor: DetailViewModel.init)
        let provider = Provider(onMainActor: { DetailViewModel(2) })
        #expect(makeDetail(7).id == 7)
        #expect(provider().id == 2)
    }

    @Test func `C14: off the main actor it is refused in words`() async {
        let makeDetail = await MainActor.run { Factory(onMainActor: DetailViewModel.init) }
        let told = await Task.detached {
            text { () throws(ResolutionError) in _ = try makeDetail.get(7) }
        }.value
        #expect(
            told == """
                The closure of a Factory<DetailViewModel, Int> runs on the main actor and was called off it.
                  fix:  call it on the main actor.
                """)
    }

    @Test func `C10: what the closure throws arrives as a diagnosis with the error in it`() {
        let factory = Factory<Detail, Int> { _ in throw Refused() }
        #expect {
            try factory.get(1)
        } throws: { error in
            "\(error)" == """
                The closure of a Factory<Detail, Int> threw: refused
                  fix:  see the error; the closure was handed in where the Factory<Detail, Int> was made.
                """ && (error as? ResolutionError)?.underlying is Refused
        }
    }
}
