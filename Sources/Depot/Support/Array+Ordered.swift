extension Array {
    /// The elements in order; of two that are equal in it, that which stands first here.
    ///
    /// By one sort of places for all: the library's own is three kilobytes of a program for each closure that it is handed.
    func ordered(by isBefore: (Element, Element) -> Bool) -> [Element] {
        order(of: count) { isBefore(self[$0], self[$1]) }.map { self[$0] }
    }
}

/// The places from 0 on, in order.
@inline(never)
private func order(of count: Int, by isBefore: (Int, Int) -> Bool) -> [Int] { (0..<count).sorted(by: isBefore) }
