#if canImport(SwiftUI)
    public import SwiftUI

    extension View {
        /// Gives this view a scope of its own: current before its body is first evaluated, cleared when it has left the hierarchy for good.
        ///
        /// ```swift
        /// NavigationStack { HomeView().containerScope(.screen, id: "Home") }
        /// ```
        ///
        /// A screen that is covered by another keeps its scope, and has it again when it comes back. The view's initializer runs before the
        /// scope is opened: do not resolve there. It costs one more evaluation of a small body. Another id is another scope. Parameters as
        /// in ``HeldScope/init(_:id:in:providing:file:line:)``.
        public func containerScope(
            _ kind: ScopeKind, id: String, in container: Container? = nil,
            providing: @escaping (inout ScopeProvisions) -> Void = ScopeProvisions.none
        ) -> some View {
            modifier(ContainerScope(kind: kind, id: id, container: container, providing: providing))
        }
    }

    private struct ContainerScope: ViewModifier {
        let kind: ScopeKind
        let id: String
        let container: Container?
        let providing: (inout ScopeProvisions) -> Void
        /// SwiftUI keeps this for as long as the view is somewhere in the hierarchy.
        @State private var held: HeldScope?

        func body(content: Content) -> some View {
            // The content is not there before its scope, for it may resolve in its body. A stack, which appears itself: a group would hand
            // `onAppear` to what is in it.
            ZStack {
                if held != nil { content } else { Color.clear }
            }
            .onAppear { if let held { held.makeCurrent() } else { open() } }
            .onChange(of: id) { open() }
        }

        private func open() {
            let scope = HeldScope(kind, id: id, in: container, providing: providing)
            scope.makeCurrent()
            held = scope
        }
    }
#endif
