import Bookshelf
import Depot
import DepotValues
import Foundation

extension Container {
    /// The container of the previews: made once in the process that shows them.
    static let preview: Container = {
        prepareDependencies { $0.date = .constant(Date(timeIntervalSince1970: 1_700_000_000)) }
        return Container { SampleAssembly() }
    }()
}
