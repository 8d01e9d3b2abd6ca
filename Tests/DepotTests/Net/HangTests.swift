import Depot
import Testing

/// Each situation in processes of its own, which a watchdog ends.
///
/// With `DEPOT_STRESS` twenty processes each, and with `LONG=1` a thousand.
@Suite(.serialized) struct HangTests {
    @Test(arguments: Hang.allCases) func `C2 C3 C4 C14 nothing waits for ever`(hang: Hang) async {
        let rounds = stressRounds(debug: 5, release: 20)
        let processes = environment("LONG") != nil ? 1_000 : environment("DEPOT_STRESS") != nil ? 20 : 1
        for _ in 0..<processes {
            let result = await #expect(processExitsWith: .success) { [hang = hang as Hang, rounds = rounds as Int] in
                startWatchdog()
                await hang.run(rounds: rounds)
            }
            if result == nil { return }
        }
    }
}
