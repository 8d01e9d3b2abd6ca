import Depot
import Testing

/// A handle is called while an override has a first look at the same instance, which then notes what that has found.
///
/// What is wrong here ThreadSanitizer sees, and a debug build of Depot itself, which watches that it is decided under the lock.
@Suite struct HandleRaceTests {
    @Test func `C1 R3 a Lazy is called while an override looks at what it has kept`() {
        race(keepsFirst: true)
    }

    @Test func `C1 R3 a Lazy is first called while an override looks at what it gets`() {
        race(keepsFirst: false)
    }

    @Test func `C10 two threads that first call a Lazy at once get the same, also of a transient`() {
        let (container, made, isMaking, mayGoOn) = (Container(), Counter(), Gate(), Gate())
        container.register(Parcel.self) { _ in
            if made.increment() == 1 {
                isMaking.open()
                mayGoOn.pass()
            }
            return Parcel()
        }
        container.register(Holder.self, .singleton) { r in Holder(try r.resolve()) }
        let holder = container.resolve(Holder.self)
        let slower = Box<Parcel?>(nil)
        let thread = startThread { slower.value = holder.parcel() }
        isMaking.pass()
        let faster = holder.parcel()
        mayGoOn.open()
        join(thread)
        #expect(slower.value === faster)
        #expect(holder.parcel() === faster)
        #expect(made.value == 2)
    }

    /// Calls a `Lazy` on one thread while another thread resolves the same service in an override, with a container of its own in each round.
    private func race(keepsFirst: Bool) {
        for _ in 0..<50 {
            let container = Container()
            container.register(Parcel.self, .singleton) { _ in Parcel() }
            container.register(Other.self) { _ in Other() }
            container.register(Holder.self, .singleton) { r in try Holder(r.resolve()) }
            let holder = container.resolve(Holder.self)
            let parcel = container.resolve(Parcel.self)
            if keepsFirst { #expect(holder.parcel() === parcel) }
            DepotTests.race(2) { _, thread in
                if thread == 0 {
                    for _ in 0..<20 { #expect(holder.parcel() === parcel) }
                } else {
                    container.withOverrides { override in
                        override.replace(Other.self) { _ in Other() }
                    } operation: {
                        #expect(container.resolve(Parcel.self) === parcel)
                    }
                }
            }
        }
    }
}

private final class Parcel: Sendable {}

private final class Other: Sendable {}

private final class Holder: Sendable {
    let parcel: Lazy<Parcel>

    init(_ parcel: Lazy<Parcel>) {
        self.parcel = parcel
    }
}
