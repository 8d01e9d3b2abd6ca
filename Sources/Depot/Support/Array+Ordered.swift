// By one sort of places for all: the library's own is three kilobytes of a program for each closure that it is handed.
extension Array {
    /// The elements by their numbers, the smallest first; of two that have the same, that which stands first here.
    func ordered(by number: (Element) -> Int) -> [Element] {
        if count < 2 { return self }
        let numbers = map(number)
        return order(of: count) { numbers[$0] < numbers[$1] }.map { self[$0] }
    }

    /// The elements in order; of two that are equal in it, that which stands first here.
    func ordered(by isBefore: (Element, Element) -> Bool) -> [Element] {
        if count < 2 { return self }
        return order(of: count) { isBefore(self[$0], self[$1]) }.map { self[$0] }
    }
}

/// The places from 0 on, in order.
@inline(never)
private func order(of count: Int, by isBefore: (Int, Int) -> Bool) -> [Int] { (0..<count).sorted(by: isBefore) }
