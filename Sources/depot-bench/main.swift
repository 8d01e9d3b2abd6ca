import Foundation

let filter = CommandLine.arguments.dropFirst().first
let cases = (containerCases() + overrideCases()).filter { $0.name == "c" || filter == nil || $0.name.contains(filter!) }
let outcomes = measure(cases, rounds: 15) { _ in }
for outcome in outcomes {
    print(outcome.name.padding(toLength: 45, withPad: " ", startingAt: 0), String(format: "%8.1f ns %7.2f c", outcome.nanoseconds, outcome.ratio), outcome.limit.map { "≤ \($0)" } ?? "", outcome.passes ? "" : "MISSED")
}
