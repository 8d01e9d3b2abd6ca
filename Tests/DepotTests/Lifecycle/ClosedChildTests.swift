import Depot
import Testing

/// A closed container resolves nothing more, whatever its parent has.
@Suite struct ClosedChildTests {
    @Test func `C16 a closed child does not resolve what its parent has made`() async {
        let container = Container()
        container.register(Keychain.self, .singleton, using: Keychain.init)
        let child = Container(parent: container)
        for _ in 0..<3 { _ = child.resolve(Keychain.self) }
        await child.close()
        #expect(failure { () throws(ResolutionError) in try child.tryResolve(Keychain.self) }?.kind == "closed")
        _ = container.resolve(Keychain.self)
    }

    @Test func `C16 nor does what was resolved from it under two overrides of the parent`() async {
        let container = Container()
        container.register(Keychain.self, using: Keychain.init)
        container.register(Provided.self) { r in try Provided(r.resolve()) }
        let child = Container(parent: container)
        let provided = synchronously {
            container.withOverrides { _ in
            } operation: {
                container.withOverrides { _ in
                } operation: {
                    child.resolve(Provided.self)
                }
            }
        }
        _ = provided.keychain()
        await child.close()
        #expect(failure { () throws(ResolutionError) in try provided.keychain.get() }?.kind == "closed")
    }
}

private final class Provided: Sendable {
    let keychain: Provider<Keychain>

    init(_ keychain: Provider<Keychain>) {
        self.keychain = keychain
    }
}
