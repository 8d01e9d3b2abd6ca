import Foundation
import Testing

@testable import DepotSharing

/// What is known of the bytes in a file.
@Suite struct FileContentTests {
    private var content = FileContent()
    private let own = Data("own".utf8)
    private let foreign = Data("foreign".utf8)

    @Test mutating func `H9 own bytes are no news, others are, once`() {
        _ = content.wasLoaded(nil)
        content.wasWritten(own)
        check(!content.wasSeen(own))
        check(content.wasSeen(foreign))
        check(!content.wasSeen(foreign))
        check(content.wasSeen(nil))
    }

    @Test mutating func `H16 what one property loads is news for the others`() {
        check(!content.wasLoaded(own))
        check(content.wasLoaded(foreign))
        check(content.wasSeen(foreign))
        check(!content.wasSeen(foreign))
    }

    @Test mutating func `H16 what can be read again is told, even if it is the same`() {
        _ = content.wasLoaded(own)
        content.couldNotBeRead()
        check(content.wasSeen(own))
    }

    @Test mutating func `H8 bytes that are no value are kept, own ones and values are not`() {
        check(content.replacement(of: Data(), isBlind: true) == .replace)
        check(content.replacement(of: foreign, isBlind: false) == .judge)
        content.wasJudged(foreign, isValue: false)
        check(content.replacement(of: foreign, isBlind: false) == .keepAside)
        content.wasJudged(foreign, isValue: true)
        check(content.replacement(of: foreign, isBlind: false) == .replace)
        content.wasWritten(own)
        check(content.replacement(of: own, isBlind: true) == .replace)
    }

    @Test mutating func `H16 a value that was made without the file keeps whatever is there`() {
        content.wasJudged(foreign, isValue: true)
        check(content.replacement(of: foreign, isBlind: true) == .keepAside)
    }
}
