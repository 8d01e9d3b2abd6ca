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
        /// - Returns: The view with its scope.
        public func containerScope(_ kind: ScopeKind, id: String, in container: Container? = nil) -> some View {
            modifier(ContainerScope(kind: kind, id: id, container: container))
        }
    }

    private struct ContainerScope: ViewModifier {
        let kind: ScopeKind
        let id: String
        let container: Container?
        /// SwiftUI keeps this for as long as the view is somewhere in the hierarchy.
        @State private var held: HeldScope?

        func body(content: Content) -> some View {
            content
                .onAppear {
                    let scope = held ?? HeldScope(kind, id: id, in: container)
                    held = scope
                    scope.makeCurrent()
                }
                .onChange(of: id) {
                    let scope = HeldScope(kind, id: id, in: container)
                    held = scope
                    scope.makeCurrent()
                }
        }
    }
#endif
