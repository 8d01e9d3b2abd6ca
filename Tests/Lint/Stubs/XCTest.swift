// swift-format-ignore-file
// As much of XCTest on Apple platforms, with its automation of other apps, as the example app's tests of the user interface use.
@_exported public import Foundation

open class XCTestCase: NSObject {
    open var continueAfterFailure = true
    open func setUp() async throws {}
}

@MainActor public protocol XCUIElementTypeQueryProvider {
    var buttons: XCUIElementQuery { get }
    var staticTexts: XCUIElementQuery { get }
    var textFields: XCUIElementQuery { get }
    var secureTextFields: XCUIElementQuery { get }
}

@MainActor open class XCUIElementQuery: NSObject {
    open subscript(key: String) -> XCUIElement { fatalError() }
}

@MainActor open class XCUIElement: NSObject, XCUIElementTypeQueryProvider {
    open var exists: Bool { fatalError() }
    open func waitForExistence(timeout: TimeInterval) -> Bool { fatalError() }
    open func tap() {}
    open func typeText(_ text: String) {}
    open var buttons: XCUIElementQuery { fatalError() }
    open var staticTexts: XCUIElementQuery { fatalError() }
    open var textFields: XCUIElementQuery { fatalError() }
    open var secureTextFields: XCUIElementQuery { fatalError() }
}

@MainActor open class XCUIApplication: XCUIElement {
    public override init() {}
    open var launchArguments: [String] = []
    open var launchEnvironment: [String: String] = [:]
    open func launch() {}
}

public func XCTAssertTrue(
    _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {}
