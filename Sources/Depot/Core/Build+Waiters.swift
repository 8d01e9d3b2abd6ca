/// The threads and tasks that wait for a run, in the order of their tickets.
///
/// Under the family's lock.
extension Build {
    /// Adds a waiter.
    func add(_ waiter: Waiter) {
        // Tickets are drawn shortly before.
        var index = waiters.count
        while index > 0, waiters[index - 1].ticket > waiter.ticket { index -= 1 }
        waiters.insert(waiter, at: index)
    }

    /// Removes the waiter with a ticket.
    func removeWaiter(_ ticket: Int) -> Waiter? {
        var (low, high) = (0, waiters.count)
        while low < high {
            let middle = (low + high) / 2
            if waiters[middle].ticket < ticket { low = middle + 1 } else { high = middle }
        }
        guard low < waiters.count, waiters[low].ticket == ticket else { return nil }
        return waiters.remove(at: low)
    }

    /// Removes all waiters.
    func takeWaiters() -> [Waiter] {
        if waiters.isEmpty { return [] }
        defer { waiters = [] }
        return waiters
    }
}
