import Synchronization

/// The children of a container and the overrides of it, which are closed with it.
extension Core {
    /// Notes this core where its parent is, which it keeps.
    ///
    /// One whose parent is closed is closed from the start.
    func linkToParent() {
        guard original == nil, !isLinked, let parent = unretainedCloser else { return }
        isLinked = true
        parent._withUnsafeGuaranteedRef { parent in
            isClosed = parent.isClosed
            isShut.store(isClosed, ordering: .relaxed)
            nextSibling = parent.firstChild
            nextSibling?._withUnsafeGuaranteedRef { $0.previousSibling = .passUnretained(self) }
            parent.firstChild = .passUnretained(self)
        }
    }

    /// The core that is closed with this one before it: what it stands on, but for projections of overrides, which nobody closes.
    private var unretainedCloser: Unmanaged<Core>? {
        var next = unretainedParent
        while let now = next, now._withUnsafeGuaranteedRef({ $0.original != nil }) {
            next = now._withUnsafeGuaranteedRef { $0.unretainedParent }
        }
        return next
    }

    /// Takes it out there again, before it goes.
    func unlinkFromParent() {
        guard isLinked else { return }
        isLinked = false
        if let previousSibling {
            previousSibling._withUnsafeGuaranteedRef { $0.nextSibling = nextSibling }
        } else {
            unretainedCloser?._withUnsafeGuaranteedRef { $0.firstChild = nextSibling }
        }
        nextSibling?._withUnsafeGuaranteedRef { $0.previousSibling = previousSibling }
        (nextSibling, previousSibling) = (nil, nil)
    }

    /// This core and all that stand on it, each before those that stand on it.
    var tree: [Core] {
        var tree = [self]
        var seen = 0
        while seen < tree.count {
            tree += tree[seen].children
            seen += 1
        }
        return tree
    }

    /// The children and the overrides of this core, the oldest first.
    var children: [Core] {
        @inline(never) get {
            var children: [Core] = []
            var next = firstChild
            while let child = next?.takeUnretainedValue() {
                children.append(child)
                next = child.nextSibling
            }
            return children.reversed()
        }
    }
}
