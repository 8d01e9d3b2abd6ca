import Depot
import SwiftUI

private struct ContainerKey: EnvironmentKey {
    static var defaultValue: Container { .shared }
}

extension EnvironmentValues {
    /// The container that views resolve from: the app's own, unless a view around them says another.
    var container: Container {
        get { self[ContainerKey.self] }
        set { self[ContainerKey.self] = newValue }
    }
}
