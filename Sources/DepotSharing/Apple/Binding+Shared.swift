#if canImport(SwiftUI)
    public import SwiftUI

    extension Binding where Value: Sendable {
        /// A binding that reads and writes a shared value.
        ///
        /// ```swift
        /// Toggle("Sounds", isOn: Binding($soundsOn))
        /// ```
        ///
        /// - Parameter shared: The value.
        @MainActor public init(_ shared: Shared<Value>) {
            self.init(get: { shared.wrappedValue }, set: { value in shared.withLock { $0 = value } })
        }
    }
#endif
