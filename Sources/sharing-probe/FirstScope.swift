import Depot
import DepotValues
import Foundation

/// Reads a dependency value in the first scope that this process opens.
func firstScope() {
    withDependencies {
        $0.date = .constant(Date(timeIntervalSinceReferenceDate: 7))
    } operation: {
        Container().withScope(.request) {
            @Dependency(\.date) var date
            say("seconds: \(date.now.timeIntervalSinceReferenceDate)")
        }
    }
}
