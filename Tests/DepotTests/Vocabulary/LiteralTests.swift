import Depot
import Testing

/// How diagnostics write names, ids and kinds of scopes, so that what they advise compiles.
@Suite struct LiteralTests {
    private let container = Container()

    @Test(arguments: [
        ("main", #""main""#), ("", #""""#), (#"the "main" one"#, #""the \"main\" one""#), (#"C:\main"#, #""C:\\main""#),
        ("one\ntwo", #""one\ntwo""#), ("one\r\ntwo", #""one\r\ntwo""#), ("é 기본", #""é 기본""#), ("\u{0}\u{7F}", #""\0\u{7F}""#),
    ])
    func `C9 an error writes a name as Swift takes it`(_ name: String, _ literal: String) throws {
        func diagnosis() -> ResolutionError.Diagnosis? {
            failure { () throws(ResolutionError) in try container.tryResolve(Keychain.self, name: Name(name)) }?.diagnosis
        }
        #expect(diagnosis()?.what == "Keychain named \(literal) is not registered.")
        #expect(
            diagnosis()?.fix == "register it in an assembly: container.register(Keychain.self, name: \(literal), using: …)")
        container.register(Keychain.self, name: Name(name + "s"), .singleton, using: Keychain.init)
        let other = "\(literal.dropLast())s\""
        #expect(diagnosis()?.fix.hasPrefix("did you mean \(other)? Otherwise register it") == true)
        container.register(Keychain.self, name: "entirely different", .singleton, using: Keychain.init)
        let error = failure { () throws(ResolutionError) in try container.tryResolve(Keychain.self, name: "of another world") }
        #expect(error?.diagnosis.fix.contains(#""entirely different""#) == true)
        #expect(error?.diagnosis.fix.contains(other) == true)
    }

    @Test(arguments: [
        (ScopeKind.request, ".request"), (ScopeKind("장바구니"), ".장바구니"), (ScopeKind("default"), ".default"),
        (ScopeKind("user session"), #"ScopeKind("user session")"#),
        (ScopeKind("shop.cart", within: .session), #"ScopeKind("shop.cart", within: .session)"#),
        (ScopeKind("2nd", within: ScopeKind("the \"1st\"")), #"ScopeKind("2nd", within: ScopeKind("the \"1st\""))"#),
        (ScopeKind("init"), #"ScopeKind("init")"#), (ScopeKind("self"), #"ScopeKind("self")"#), (ScopeKind(""), #"ScopeKind("")"#),
    ])
    func `S4 an error writes a kind of scope as Swift takes it`(_ kind: ScopeKind, _ expression: String) {
        container.register(Keychain.self, .scoped(kind), using: Keychain.init)
        let error = failure { () throws(ResolutionError) in try container.tryResolve(Keychain.self) }
        #expect(error?.diagnosis.fix.hasPrefix("resolve it inside `container.withScope(\(expression)) { … }`, or after ") == true)
        container.expect(Int.self, in: kind)
        let missing = container.withScope(kind, id: "a \"quoted\"\nid") {
            failure { () throws(ResolutionError) in try container.tryResolve(Int.self) }
        }
        #expect(missing?.diagnosis.what.hasPrefix(#"Int was not provided to the \#(kind) scope "a \"quoted\"\nid" opened at "#) == true)
        #expect(missing?.diagnosis.fix.contains("withScope(\(expression), providing: {") == true)
    }
}
