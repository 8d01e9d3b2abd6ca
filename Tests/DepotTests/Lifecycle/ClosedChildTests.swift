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

    @Test func `C20 an override of the child inside one of the parent is closed with the child`() async {
        let container = Container()
        let disposals = Counter()
        container.register(Keychain.self, using: Keychain.init)
        container.register(Provided.self) { r in try Provided(r.resolve()) }
        container.register(Resource.self, .singleton) { _ in Resource(Counter()) }
        let child = Container(parent: container)
        let provided = synchronously {
            container.withOverrides { _ in
            } operation: {
                child.withOverrides {
                    $0.replace(Resource.self) { _ in Resource(disposals) }
                } operation: {
                    _ = child.resolve(Resource.self)
                    // It keeps the override.
                    return child.resolve(Provided.self)
                }
            }
        }
        #expect(disposals.value == 0)
        await child.close()
        #expect(disposals.value == 1)
        withExtendedLifetime(provided) {}
    }

    @Test func `C16 what cannot be replaced in an override because the container is closed says so`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = makeStack()
            await container.close()
            await container.withOverrides {
                $0.replace(Keychain.self, with: Keychain())
            } operation: {
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("Keychain was replaced in the container made at"), "\(text)")
        #expect(text.contains("was closed at") && text.contains("replace before close()"), "\(text)")
    }
}

private final class Resource: Disposable, Sendable {
    private let disposals: Counter

    init(_ disposals: Counter) { self.disposals = disposals }

    func dispose() async throws { disposals.increment() }
}

private final class Provided: Sendable {
    let keychain: Provider<Keychain>

    init(_ keychain: Provider<Keychain>) {
        self.keychain = keychain
    }
}
