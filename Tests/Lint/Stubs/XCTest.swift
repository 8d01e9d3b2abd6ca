// swift-format-ignore-file
// As much of XCTest on Apple platforms, with its automation of other apps, as the sources and the example app's tests of the user interface use.
@_exported public import Foundation

open class XCTestCase: NSObject {
    open var continueAfterFailure = true
    open func setUp() async throws {}
    open func record(_ issue: XCTIssue) {}
    open func addTeardownBlock(_ block: @escaping () -> Void) {}
    open func addTeardownBlock(_ block: @escaping () async throws -> Void) {}
}

public struct XCTIssue {
    public enum IssueType { case assertionFailure }
    public init(
        type: IssueType, compactDescription: String, detailedDescription: String? = nil,
        sourceCodeContext: XCTSourceCodeContext = XCTSourceCodeContext(), associatedError: (any Error)? = nil
    ) {}
}

open class XCTSourceCodeLocation: NSObject {
    public init(filePath: String, lineNumber: Int) {}
}

open class XCTSourceCodeContext: NSObject {
    public init(location: XCTSourceCodeLocation? = nil) {}
}

public protocol XCTestObservation: NSObjectProtocol {
    func testBundleWillStart(_ testBundle: Bundle)
    func testBundleDidFinish(_ testBundle: Bundle)
    func testCaseWillStart(_ testCase: XCTestCase)
    func testCaseDidFinish(_ testCase: XCTestCase)
}

open class XCTestObservationCenter: NSObject {
    open class var shared: XCTestObservationCenter { fatalError() }
    open func addTestObserver(_ observer: any XCTestObservation) {}
}

public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {}

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
