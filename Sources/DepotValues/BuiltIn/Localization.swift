public import Foundation

enum LocaleKey: DependencyKey {
    static var liveValue: Locale { .autoupdatingCurrent }
}

enum CalendarKey: DependencyKey {
    static var liveValue: Calendar { .autoupdatingCurrent }
}

enum TimeZoneKey: DependencyKey {
    static var liveValue: TimeZone { .autoupdatingCurrent }
}

extension DependencyValues {
    /// The user's locale.
    ///
    /// It has no test value.
    public var locale: Locale {
        get { self[LocaleKey.self] }
        set { self[LocaleKey.self] = newValue }
    }

    /// The user's calendar.
    ///
    /// It has no test value.
    public var calendar: Calendar {
        get { self[CalendarKey.self] }
        set { self[CalendarKey.self] = newValue }
    }

    /// The user's time zone.
    ///
    /// It has no test value.
    public var timeZone: TimeZone {
        get { self[TimeZoneKey.self] }
        set { self[TimeZoneKey.self] = newValue }
    }
}
