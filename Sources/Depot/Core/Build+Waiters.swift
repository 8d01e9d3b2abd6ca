/// The threads and tasks that wait for a run, in the order of their tickets.
///
/// Under the family's lock.
extension Build {
    /// Adds a waiter.
    func add(_ waiter: Waiter) {
        // Tickets are drawn shortly before.
        var list = waiters
        waiters = []
        var index = list.count
        while index > 0, list[index - 1].ticket > waiter.ticket { index -= 1 }
        list.insert(waiter, at: index)
        waiters = list
    }

    /// Removes the waiter with a ticket.
    func removeWaiter(_ ticket: Int) -> Waiter? {
        var (low, high) = (0, waiters.count)
        while low < high {
            let middle = (low + high) / 2
            if waiters[middle].ticket < ticket { low = middle + 1 } else { high = middle }
        }
        guard low < waiters.count, waiters[low].ticket == ticket else { return nil }
        var list = waiters
        waiters = []
        defer { waiters = list }
        return list.remove(at: low)
    }

    /// Removes all waiters.
    func takeWaiters() -> [Waiter] {
        if waiters.isEmpty { return [] }
        defer { waiters = [] }
        return waiters
    }
}
