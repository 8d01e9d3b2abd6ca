#if canImport(SwiftUI)
    public import SwiftUI

    extension DependencyValues {
        /// Takes over what SwiftUI's environment says of the locale, the calendar and the time zone.
        ///
        /// ```swift
        /// @Environment(\.self) private var environment
        /// withDependencies { $0.adopt(environment) } operation: { model.format() }
        /// ```
        public mutating func adopt(_ environment: EnvironmentValues) {
            locale = environment.locale
            calendar = environment.calendar
            timeZone = environment.timeZone
        }
    }
#endif
