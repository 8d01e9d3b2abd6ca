import Foundation

/// What to measure of a group, and how often.
struct Request {
    let rounds: Int
    /// The names of the rows that are wanted, or a part of them; nil for all.
    var names: [String]?

    func includes(_ name: String) -> Bool { names?.contains { name.contains($0) } ?? true }

    /// The cases that were asked for, and those that they are measured by.
    func selection(of cases: [Case]) -> [Case] {
        let wanted = cases.filter { includes($0.name) }
        if wanted.isEmpty { return [] }
        let others = Set(wanted.flatMap { [$0.floor, $0.unit] }.compactMap(\.self))
        return cases.filter { $0.name == "c" || others.contains($0.name) || includes($0.name) }
    }

    /// Tells who watches how far it is.
    func show(_ round: Int) {
        guard isatty(FileHandle.standardError.fileDescriptor) == 1 else { return }
        FileHandle.standardError.write(Data("\rround \(round + 1) of \(rounds) ".utf8))
    }
}
