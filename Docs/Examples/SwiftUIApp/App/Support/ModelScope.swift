import Depot
import Foundation
import SwiftUI

/// Opens a scope, makes a model in it, once, and shows the view of the model.
///
/// Both last as long as this view is somewhere in the hierarchy. The scope is current again whenever the view comes back.
struct ModelScope<Model, Content: View>: View {
    private let kind: ScopeKind
    private let id: String
    private let providing: (inout ScopeProvisions) -> Void
    private let make: (Container) -> Model
    private let content: (Model) -> Content

    @Environment(\.container) private var container
    @State private var opened: Opened?

    /// What SwiftUI keeps for this view.
    private struct Opened {
        let scope: HeldScope
        let model: Model
    }

    init(
        _ kind: ScopeKind, id: String, providing: @escaping (inout ScopeProvisions) -> Void = { _ in },
        make: @escaping (Container) -> Model, @ViewBuilder content: @escaping (Model) -> Content
    ) {
        self.kind = kind
        self.id = id
        self.providing = providing
        self.make = make
        self.content = content
    }

    var body: some View {
        ZStack {
            if let opened { content(opened.model) } else { Color.clear }
        }
        .onAppear {
            if let opened { opened.scope.makeCurrent() } else { open() }
        }
        .onChange(of: id) { open() }
    }

    private func open() {
        // An id of its own: views of one id share a scope, which would be given what the second provides.
        let scope = HeldScope(kind, id: "\(id), \(UUID())", in: container, providing: providing)
        scope.makeCurrent()
        opened = Opened(scope: scope, model: make(container))
    }
}
