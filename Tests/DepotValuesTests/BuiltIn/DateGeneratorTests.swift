import DepotValues
import Foundation
import Testing

@Suite struct DateGeneratorTests {
    @Test func `A constant date stays, called or read`() {
        let date = DateGenerator.constant(Date(timeIntervalSince1970: 1))
        #expect(date() == Date(timeIntervalSince1970: 1))
        #expect(date.now == date())
    }

    @Test func `Setting now stops the time`() {
        withDependencies {
            $0.date.now = Date(timeIntervalSince1970: 5)
        } operation: {
            @Dependency(\.date.now) var now
            #expect(now == Date(timeIntervalSince1970: 5))
        }
    }

    @Test func `The system's date goes on`() {
        let date = DateGenerator.now
        let first = date()
        #expect(first <= date())
        #expect(abs(first.timeIntervalSinceNow) < 60)
    }
}
