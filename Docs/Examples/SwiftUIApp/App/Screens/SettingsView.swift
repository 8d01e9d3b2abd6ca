import Bookshelf
import Depot
import DepotSharing
import SwiftUI

extension ScopeKind {
    /// What is shown over a screen, whose own scope stays current.
    static let sheet = ScopeKind("sheet", within: .screen)
}

/// The settings and the number of notes, which are the same everywhere in the app.
struct SettingsView: View {
    @Shared(.sortsByAuthor) private var sortsByAuthor
    @State.Shared(.notes) private var notes

    var body: some View {
        Form {
            Toggle("Sort by author", isOn: Binding($sortsByAuthor))
            Text("\(notes.count) notes")
            Button("Remove all notes") {
                $notes.withLock { $0.removeAll() }
            }
        }
    }
}

struct SettingsView_Previews: PreviewProvider {
    static var previews: some View { SettingsView() }
}
