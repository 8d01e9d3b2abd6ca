import Depot
import Testing

/// A `Lazy` of a child asks where the child's own code would: what a container in between has since registered comes first.
@Suite struct LazyInChildTests {
    private let root = Container()
    private let child: Container

    init() {
        child = Container(parent: root)
        child.register(Sender.self, .singleton) { r in try Sender(r.resolve()) }
    }

    @Test(arguments: [SharedLifetime.singleton, .weak, .cached(for: .seconds(3_600)), .scoped(.session)])
    func `R1 what the child registers later takes the place of what its parent made`(lifetime: SharedLifetime) {
        root.register(Wire.self, lifetime) { _ in Wire("parent") }
        root.withScope(.session) {
            let sender = child.resolve(Sender.self)
            let parents = sender.wire()
            #expect(sender.wire() === parents)
            child.register(Wire.self, lifetime) { _ in Wire("child") }
            #expect(sender.wire().origin == "child")
            #expect(sender.wire() === child.resolve(Wire.self))
            #expect(root.resolve(Wire.self) === parents)
        }
    }

    @Test func `R1 and so does what it replaces, until that is restored`() {
        root.register(Wire.self, .singleton) { _ in Wire("parent") }
        let sender = child.resolve(Sender.self)
        let parents = sender.wire()
        let replacement = child.replace(Wire.self, with: Wire("mock"))
        #expect(sender.wire().origin == "mock")
        replacement.restore()
        #expect(sender.wire() === parents)
    }

    @Test func `R1 R9 the same for what an override of the parent keeps`() {
        root.register(Wire.self, .singleton) { r in Wire(try r.resolve()) }
        root.register(String.self) { _ in "parent" }
        let sender = child.resolve(Sender.self)
        root.withOverrides {
            $0.register(String.self) { _ in "mock" }
        } operation: {
            #expect(sender.wire().origin == "mock")
            child.register(Wire.self, .singleton) { _ in Wire("child") }
            #expect(sender.wire().origin == "child")
            #expect(sender.wire() === child.resolve(Wire.self))
        }
        #expect(sender.wire().origin == "child")
    }

    @Test func `R8 an override of the child stays above one of the parent that is opened inside it`() {
        root.register(Wire.self, .singleton) { _ in Wire("parent") }
        child.withOverrides {
            $0.replace(Wire.self, with: Wire("mock"))
        } operation: {
            let sender = child.resolve(Sender.self)
            child.register(Wire.self, .singleton) { _ in Wire("child") }
            #expect(sender.wire().origin == "mock")
            root.withOverrides { _ in
            } operation: {
                #expect(child.resolve(Wire.self).origin == "mock")
                #expect(sender.wire().origin == "mock")
            }
        }
        #expect(child.resolve(Wire.self).origin == "child")
    }

    @Test func `R8 an override of a grandchild reaches what lies between, under one of the root`() {
        root.register(Wire.self, .singleton) { _ in Wire("root") }
        child.register(Line.self, .singleton) { r in try Line(r.resolve(), r) }
        let grandchild = Container(parent: child)
        for isRootFirst in [true, false] {
            var outer = root, inner = grandchild
            if !isRootFirst { swap(&outer, &inner) }
            outer.withOverrides {
                if !isRootFirst { $0.replace(Wire.self, with: Wire("mock")) }
            } operation: {
                inner.withOverrides {
                    if isRootFirst { $0.replace(Wire.self, with: Wire("mock")) }
                } operation: {
                    let line = grandchild.resolve(Line.self)
                    #expect(line.wire.origin == "mock")
                    #expect(line.sender.wire().origin == "mock")
                    #expect((try? line.resolver.resolve(Wire.self))?.origin == "mock")
                }
            }
        }
        #expect(grandchild.resolve(Line.self).wire.origin == "root")
    }

    @Test func `R1 a grandchild's Lazy sees what is registered between it and the root`() {
        root.register(Wire.self, .singleton) { _ in Wire("root") }
        let grandchild = Container(parent: child)
        grandchild.register(Sender.self, .singleton) { r in try Sender(r.resolve()) }
        let sender = grandchild.resolve(Sender.self)
        #expect(sender.wire().origin == "root")
        child.register(Wire.self, .singleton) { _ in Wire("child") }
        #expect(sender.wire().origin == "child")
    }

    @Test func `C18 what it has led to in the parent keeps nothing of the child`() {
        root.register(Wire.self) { _ in Wire("parent") }
        root.register(Station.self, .singleton) { r in Station(try r.resolve(Provider<Wire>.self)) }
        root.register(Train.self) { r in Train(try r.resolve(Station.self)) }
        weak var captured: Wire?
        do {
            let child = Container(parent: root)
            let wire = Wire("captured")
            captured = wire
            child.register(Passenger.self, .singleton) { r in
                withExtendedLifetime(wire) {}
                return Passenger(try r.resolve(Lazy<Train>.self))
            }
            #expect(child.resolve(Passenger.self).train().station === root.resolve(Station.self))
        }
        #expect(captured == nil)
        #expect(root.resolve(Station.self).wire().origin == "parent")
    }
}

private final class Wire: Sendable {
    let origin: String

    init(_ origin: String) {
        self.origin = origin
    }
}

private final class Line: Sendable {
    let wire: Wire
    let sender: Sender
    let resolver: Resolver

    init(_ sender: Sender, _ resolver: Resolver) throws {
        (self.sender, self.resolver) = (sender, resolver)
        wire = try resolver.resolve(Wire.self)
    }
}

private final class Sender: Sendable {
    let wire: Lazy<Wire>

    init(_ wire: Lazy<Wire>) {
        self.wire = wire
    }
}

private final class Station: Sendable {
    let wire: Provider<Wire>

    init(_ wire: Provider<Wire>) {
        self.wire = wire
    }
}

private final class Train: Sendable {
    let station: Station

    init(_ station: Station) {
        self.station = station
    }
}

private final class Passenger: Sendable {
    let train: Lazy<Train>

    init(_ train: Lazy<Train>) {
        self.train = train
    }
}
