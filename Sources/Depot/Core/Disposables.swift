/// What is disposed when its owner ends.
enum Disposables {
    /// One instance to dispose.
    final class Entry: @unchecked Sendable {  // The instance is used once, by the one that takes the entry out of its list.
        /// Where it stands among all that its family made; later ones are disposed first.
        var order = 0
        private let kept: (any Disposable)?
        private weak let held: AnyObject?

        /// - Parameters:
        ///   - instance: What is to be disposed.
        ///   - isWeak: Whether others are to keep it: there is nothing to dispose when they have released it.
        init(_ instance: any Disposable, isWeak: Bool = false) {
            kept = isWeak ? nil : instance
            held = isWeak ? instance as AnyObject : nil
        }

        /// What is to be disposed; nil where it has gone.
        var instance: (any Disposable)? { kept ?? held as? any Disposable }
    }
}
