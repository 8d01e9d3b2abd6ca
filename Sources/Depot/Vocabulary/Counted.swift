/// A number of things: `1 registration`, `2 registrations`.
@inline(never)
func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
