import DepotTesting
import DepotValues
import Foundation
import Testing
import XCTest

struct AKey: DependencyKey { static let liveValue = 1 }
struct Counter: Sendable, DependencyKey { static var liveValue: Counter { Counter() }; static var testValue: Counter { Counter() }; let uuid = UUIDGenerator.incrementing }
extension DependencyValues { var a: Int { get { self[AKey.self] } set { self[AKey.self] = newValue } } }

@Suite struct Smoke {
    @Test(.dependency(\.a, 7)) func trait() { @Dependency(\.a) var a; #expect(a == 7) }
    @Test(arguments: [1, 2, 3, 3]) func cases(_ x: Int) { @Dependency(Counter.self) var c; #expect(c.uuid() == UUID(0)) }
    @Test(.dependencies { $0.uuid = .incrementing }, arguments: [1, 2, 3]) func cases2(_ x: Int) { @Dependency(\.uuid) var c; #expect(c() == UUID(0)) }
    @Test func missing() { withKnownIssue { @Dependency(\.a) var a; _ = a; _ = a } }
    @Test func missing2() { @Dependency(\.a) var a; _ = a; _ = a }
    @Test func known() { var t = ""; dump(Test.Case.current as Any, to: &t); print(t) }
    @Test(arguments: [1]) func known2(_ x: Int) { var t = ""; dump(Test.Case.current as Any, to: &t); print(t) }
    @Test func mixed() async { 
      let x = withDependencies { $0.a = 3 } operation: { @Dependency(\.a) var a; return a }
      #expect(x == 3)
      let y = await withDependencies { $0.a = 3 } operation: { await Task.yield(); @Dependency(\.a) var a; return a }
      #expect(y == 3)
    }
}
final class SmokeX: XCTestCase {
    func testA() { @Dependency(\.a) var a; _ = a; _ = a }
    func testB() async { @Dependency(Counter.self) var c; XCTAssert(c.uuid() == UUID(0)) }
    func testC() async { @Dependency(Counter.self) var c; XCTAssert(c.uuid() == UUID(0)) }
    func testD() async { await Task.detached { @Dependency(\.a) var a; _ = a }.value }
    override func invokeTest() { withDependencies { $0.date = .constant(.distantPast) } operation: { super.invokeTest() } }
    func testE() async { @Dependency(\.date.now) var d; XCTAssertEqual(d, .distantPast) }
}
