#if canImport(SwiftUI)
    public import SwiftUI

    /// A view that is made and drawn with other dependencies, for previews.
    ///
    /// ```swift
    /// #Preview { WithDependencies { $0.date = .constant(.distantPast) } content: { ClockView() } }
    /// ```
    public struct WithDependencies<Content: View>: View {
        private let content: Content

        /// - Parameters:
        ///   - update: Sets values.
        ///   - content: Makes the view; its models keep the values.
        public init(_ update: (inout DependencyValues) -> Void, @ViewBuilder content: () -> Content) {
            self.content = withDependencies(update, operation: content)
        }

        /// The view.
        public var body: some View { content }
    }
#endif
