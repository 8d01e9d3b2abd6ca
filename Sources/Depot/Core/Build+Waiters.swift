/// The threads and tasks that wait for a run, in the order of their tickets.
///
/// Under the family's lock.
extension Build {
    /// Adds a waiter.
    func add(_ waiter: Waiter) {
        // Tickets are drawn shortly before.
        let index = waiters.lastIndex { $0.ticket <= waiter.ticket }.map { $0 + 1 } ?? 0
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
        defer { waiters = [] }
        return waiters
    }
}
