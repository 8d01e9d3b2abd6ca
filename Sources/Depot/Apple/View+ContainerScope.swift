#if canImport(SwiftUI)
    public import SwiftUI

    extension View {
        /// Gives this view a scope of its own: current from when it appears, cleared when it has left the hierarchy for good.
        ///
        /// ```swift
        /// NavigationStack { HomeView().containerScope(.screen, id: "Home") }
        /// ```
        ///
        /// A screen that is covered by another keeps its scope, and has it again when it comes back. What the view resolves before it
        /// appears, as in its initializer, is not in the scope yet: let models resolve when they are first used, as `@Inject` does.
        ///
        /// - Parameters:
        ///   - kind: The kind of scope.
        ///   - id: Tells scopes of one kind apart; another id is another scope.
        ///   - container: Whose scope it is; the container in effect where it is nil.
        ///   - providing: Says what the scope is given when it is opened; see `ScopeProvisions`.
        /// - Returns: The view with its scope.
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
            content
                .onAppear {
                    let scope = held ?? HeldScope(kind, id: id, in: container, providing: providing)
                    held = scope
                    scope.makeCurrent()
                }
                .onChange(of: id) {
                    let scope = HeldScope(kind, id: id, in: container, providing: providing)
                    held = scope
                    scope.makeCurrent()
                }
        }
    }
#endif
