import Depot
import Testing

/// How advice writes types, so that it compiles.
@Suite struct TypeNameTests {
    private func advised<Service>(_ type: Service.Type) -> String? {
        let error = failure { () throws(ResolutionError) in try Container().tryResolve(type) }
        let mark = "container.register("
        guard let parts = error?.diagnosis.fix.split(separator: mark, maxSplits: 1), parts.count == 2 else { return nil }
        return parts[1].split(separator: ".self, using: …)").first.map(String.init)
    }

    @Test func `C9 advice names what a type is nested in, and not the module`() {
        struct Local {}
        #expect(advised(Space.Model.self) == "Space.Model")
        #expect(advised((any Space.Loading).self) == "(any Space.Loading)")
        #expect(advised(Space.Pair<Space.Model, Int>.Part.self) == "Space.Pair<Space.Model, Int>.Part")
        #expect(advised(Array<Int>.Part.self) == "Array<Int>.Part")
        #expect(advised(Space.Model.Type.self) == "Space.Model.Type")
        #expect(advised(Local.self) == "Local")
        #expect(advised(Space.Pair<Local, Hidden>.self) == "Space.Pair<Local, Hidden>")
    }

    @Test func `C9 advice leaves out the modules inside of brackets, too`() {
        #expect(advised(Holder<Space.Model>.self) == "Holder<Space.Model>")
        #expect(advised(Holder<any Space.Loading>.self) == "Holder<Space.Loading>")
        #expect(advised(((any Network) -> Set<Int>).self) == "((Network) -> Set<Int>)")
        #expect(advised((id: Int, model: Space.Model).self) == "(id: Int, model: Space.Model)")
        #expect(advised((any Network & CustomStringConvertible).self) == "(any Network & CustomStringConvertible)")
        #expect(advised((any Stored<Space.Model>).self) == "(any Stored<Space.Model>)")
        #expect(advised(Holder<any Stored<Space.Model>>.self) == "Holder<any Stored<Space.Model>>")
        #expect(advised(Holder<Any>.self) == "Holder<Any>")
    }

    @Test func `C9 advice writes the type of nothing as Void`() {
        #expect(advised(Void.self) == "Void")
        #expect(advised((() -> Void).self) == "(() -> ())")
        #expect(advised(Holder<Void>.self) == "Holder<()>")
    }

    @Test func `C9 advice on wrappers, arguments and captives writes types likewise`() {
        let container = Container()
        container.register(Space.Model.self) { (_, _: Space.Part) in Space.Model() }
        func fix<Service>(_ type: Service.Type, of container: Container) -> String? {
            failure { () throws(ResolutionError) in try container.tryResolve(type) }?.diagnosis.fix
        }
        #expect(
            fix(Space.Model.self, of: container) == "ask for it as it is registered: resolve(Space.Model.self, arguments: Space.Part).")
        #expect(fix(Space.Part?.self, of: container)?.contains("or register `Space.Part`, never `Space.Part?`") == true)
        container.register(Space.Part.self, .scoped(.request)) { _ in Space.Part() }
        container.register(Holder<Int>.self, .singleton, using: { (_: Space.Part) in Holder<Int>() })
        let error = #expect(throws: ValidationError.self) { try container.validate() }
        #expect(error?.problems.first?.fix.contains("take a Provider<Space.Part>, or give") == true)
    }
}

enum Space {
    struct Model {}
    struct Part: Sendable {}
    struct Pair<First, Second> { struct Part {} }
    protocol Loading {}
}
private struct Hidden {}
private struct Holder<Value>: Sendable {}
protocol Stored<Item> { associatedtype Item }
extension Array { fileprivate struct Part {} }
