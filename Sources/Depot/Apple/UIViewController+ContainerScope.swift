#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    extension UIViewController {
        /// Makes a scope current that lasts as long as this view controller.
        ///
        /// ```swift
        /// override func viewWillAppear(_ animated: Bool) {
        ///     super.viewWillAppear(animated)
        ///     showContainerScope(.screen, id: "Home")
        /// }
        /// ```
        ///
        /// Called each time it appears. A controller that is covered by another keeps its scope; nothing is to be done in
        /// `viewDidDisappear`. Another kind or id than before takes the place of the first. Parameters as in
        /// ``HeldScope/init(_:id:in:providing:file:line:)``.
        public func showContainerScope(
            _ kind: ScopeKind, id: String, in container: Container? = nil,
            providing: (inout ScopeProvisions) -> Void = ScopeProvisions.none
        ) {
            let name = "\(kind) \(id)"
            let key = UnsafeRawPointer(ShownScope.key)
            if let shown = objc_getAssociatedObject(self, key) as? ShownScope, shown.name == name { return shown.scope.makeCurrent() }
            let shown = ShownScope(name: name, scope: HeldScope(kind, id: id, in: container, providing: providing))
            objc_setAssociatedObject(self, key, shown, .OBJC_ASSOCIATION_RETAIN)
            shown.scope.makeCurrent()
        }
    }

    /// What a view controller keeps.
    @MainActor private final class ShownScope {
        let name: String
        let scope: HeldScope
        /// Its address is the key.
        static let key = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

        init(name: String, scope: HeldScope) {
            self.name = name
            self.scope = scope
        }
    }
#endif
