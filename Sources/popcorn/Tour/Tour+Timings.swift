import Depot

extension Tour {
    func timings() {
        Page.chapter("Timings: what the container costs")
        let container = Container()
        Bootstrap.assemble(container, for: configuration)
        #if DEBUG
            Page.say("This is a debug build; `swift run -c release popcorn demo` shows what users get.")
        #endif
        Page.show("bootstrap", time(rounds: 200) { Bootstrap.assemble(Container(), for: configuration) })
        Page.show("resolve a singleton", time(rounds: 20_000) { _ = container.resolve((any NetworkManager).self) })
        Page.show("resolve a use case", time(rounds: 5_000) { _ = container.resolve((any LoginUseCase).self) })
        Page.show("resolve the login screen", time(rounds: 5_000) { _ = container.resolve(LoginViewModel.self) })
        Page.show(
            "enter an override, leave it",
            time(rounds: 2_000) {
                container.withOverrides {
                    $0.replace((any NetworkManager).self, with: OfflineNetwork())
                } operation: {
                }
            })
    }

    /// The time of one round, in the best of five runs.
    private func time(rounds: Int, _ round: () -> Void) -> String {
        let runs = (0..<5).map { _ in
            ContinuousClock().measure { for _ in 0..<rounds { round() } }
        }
        return ((runs.min() ?? .zero) / rounds).rounded
    }
}
