import DepotTesting
import DepotValues
import Foundation
import Testing

@Suite struct BuiltInValuesTests {
    private func read(_ name: Int) {
        @Dependency(\.date) var date
        @Dependency(\.uuid) var uuid
        @Dependency(\.locale) var locale
        @Dependency(\.calendar) var calendar
        @Dependency(\.timeZone) var timeZone
        @Dependency(\.continuousClock) var continuousClock
        @Dependency(\.suspendingClock) var suspendingClock
        @Dependency(\.randomNumberGenerator) var random
        switch name {
        case 0: _ = date
        case 1: _ = uuid
        case 2: _ = locale
        case 3: _ = calendar
        case 4: _ = timeZone
        case 5: _ = continuousClock
        case 6: _ = suspendingClock
        default: _ = random
        }
    }

    @Test(arguments: 0..<8) func `V10 a built-in value that is not overridden fails the test`(name: Int) {
        #expect(reports { read(name) }.count == 1)
        #expect(reports { read(name) }.isEmpty)
    }

    @Test func `In the app each is what it says`() {
        withDependencies {
            $0.context = .live
        } operation: {
            for name in 0..<8 { read(name) }
            @Dependency(\.date.now) var now
            #expect(abs(now.timeIntervalSinceNow) < 60)
            @Dependency(\.uuid) var uuid
            #expect(uuid() != uuid())
        }
    }

    @Test(
        .dependency(\.locale, Locale(identifier: "de_DE")), .dependency(\.calendar, Calendar(identifier: .buddhist)),
        .dependency(\.timeZone, .gmt))
    func `V10 locale, calendar and time zone are what the test says`() {
        @Dependency(\.locale) var locale
        @Dependency(\.calendar) var calendar
        @Dependency(\.timeZone) var timeZone
        #expect(locale.identifier == "de_DE")
        #expect(calendar.identifier == .buddhist)
        #expect(timeZone == .gmt)
    }
}
