import XCTest

final class BookshelfUITests: XCTestCase {
    @MainActor
    func testAReaderSeesTheBooks() {
        let app = launched()
        logIn(app, password: "open")
        XCTAssertTrue(app.staticTexts["Middlemarch"].waitForExistence(timeout: 5))
    }

    @MainActor
    func testAWrongPasswordIsTold() {
        let app = launched()
        logIn(app, password: "shut")
        XCTAssertTrue(app.staticTexts["The name or the password is wrong."].waitForExistence(timeout: 5))
    }

    @MainActor
    func testALibraryThatIsOfflineIsTold() {
        let app = launched(["UI_TEST_LIBRARY": "offline"])
        logIn(app, password: "open")
        XCTAssertTrue(app.staticTexts["The library cannot be reached."].waitForExistence(timeout: 5))
    }

    @MainActor
    private func launched(_ environment: [String: String] = [:]) -> XCUIApplication {
        let app = XCUIApplication()
        app.launchArguments = ["-ui-testing"]
        app.launchEnvironment = ["DEPOT_CONTEXT": "live", "UI_TEST_DATE": "2026-03-01T09:00:00Z"]
            .merging(environment) { _, given in given }
        app.launch()
        return app
    }

    @MainActor
    private func logIn(_ app: XCUIApplication, password: String) {
        app.textFields["name"].tap()
        app.textFields["name"].typeText("ada")
        app.secureTextFields["password"].tap()
        app.secureTextFields["password"].typeText(password)
        app.buttons["Log in"].tap()
    }
}
