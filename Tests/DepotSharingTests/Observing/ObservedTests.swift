import Depot
import DepotTesting
import DepotValues
import Foundation
import Observation
import Testing

@testable import DepotSharing

private struct Row: Identifiable {
    let id: Int
    var title = ""
}

@Suite struct ObservedTests {
    @Test func `H11 a part is observed, and another one is not`() {
        @Shared(value: SignUp()) var signUp: SignUp
        let phone = Counter()
        let whole = Counter()
        withObservationTracking {
            _ = $signUp.phoneNumber.wrappedValue
        } onChange: {
            phone.add()
        }
        withObservationTracking {
            _ = signUp.email
        } onChange: {
            whole.add()
        }
        $signUp.email.withLock { $0 = "a" }
        #expect(phone.value == 0)
        #expect(whole.value == 1)
        $signUp.withLock { $0.address.city = "Rome" }
        #expect(phone.value == 0)
        $signUp.withLock { $0.phoneNumber = "555" }
        #expect(phone.value == 1)
    }

    @Test func `H11 a part that is written between its read and the end of the observed closure is observed`() {
        @Shared(value: SignUp()) var signUp: SignUp
        let shared = $signUp
        let earlier = Counter()
        let later = Counter()
        withObservationTracking {
            _ = shared.email.wrappedValue
        } onChange: {
            earlier.add()
        }
        withObservationTracking {
            _ = shared.email.wrappedValue
            shared.email.withLock { $0 = "a" }
        } onChange: {
            later.add()
        }
        #expect(earlier.value == 1)
        shared.email.withLock { $0 = "b" }
        shared.email.withLock { $0 = "c" }
        #expect(earlier.value == 1)
        #expect(later.value == 1, "told of the first write after the closure, and of no other")
    }

    @Test func `H11 an observer that another part has told is not kept`() throws {
        @Shared(value: SignUp()) var signUp: SignUp
        let shared = $signUp
        let node = try #require(shared.pointer.reference as? StoredReference<SignUp>).root
        let told = Counter()
        withObservationTracking {
            _ = shared.email.wrappedValue
            _ = shared.phoneNumber.wrappedValue
        } onChange: {
            told.add()
        }
        shared.email.withLock { $0 = "a" }
        #expect(told.value == 1)
        #expect(!node.isFollowed)
    }

    @Test func `H11 a part of a part is observed`() {
        @Shared(value: SignUp()) var signUp: SignUp
        let city = Counter()
        withObservationTracking {
            _ = $signUp.address.city.wrappedValue
        } onChange: {
            city.add()
        }
        $signUp.address.street.withLock { $0 = "Elm" }
        #expect(city.value == 0)
        $signUp.address.withLock { $0.city = "Rome" }
        #expect(city.value == 1)
    }

    @Test func `H11 whether an element is there is observed, and its value only where that is read`() {
        @Shared(value: [Row(id: 1)]) var rows: [Row]
        let present = Counter()
        let absent = Counter()
        func observe() {
            withObservationTracking {
                _ = $rows[id: 1]
            } onChange: {
                present.add()
            }
            withObservationTracking {
                _ = SharedReader($rows)[id: 2]
            } onChange: {
                absent.add()
            }
        }
        observe()
        $rows.withLock { $0[0].title = "Milk" }
        #expect((present.value, absent.value) == (0, 0))
        $rows.withLock { $0.append(Row(id: 2)) }
        #expect((present.value, absent.value) == (0, 1))
        $rows.withLock { $0.removeFirst() }
        #expect((present.value, absent.value) == (1, 1))
        observe()
        $rows.withLock { $0 = [Row(id: 1)] }
        #expect((present.value, absent.value) == (2, 2))
    }

    @Test func `H11 whether an optional is nil is observed, and its value only where that is read`() throws {
        @Shared(value: nil) var note: String?
        let node = try #require($note.pointer.reference as? StoredReference<String?>).root
        let told = Counter()
        func observe() {
            withObservationTracking {
                _ = Shared($note)
            } onChange: {
                told.add()
            }
        }
        observe()
        $note.withLock { $0 = "Milk" }
        #expect(told.value == 1)
        observe()
        $note.withLock { $0 = "Eggs" }
        #expect(told.value == 1)
        $note.withLock { $0 = nil }
        #expect(told.value == 2)
        #expect(!node.isFollowed)
    }

    @Test func `H11 a value is observed that comes from its store`() throws {
        let store = ManualStore<Int>()
        @Shared(ManualKey(id: "observed", store: store)) var count = 0
        let told = Counter()
        withObservationTracking {
            _ = count
        } onChange: {
            told.add()
        }
        store.tell(5)
        #expect(told.value == 1)
        #expect(count == 5)
        #expect(store.values == [])
    }

    @Test func `H11 an observer finds the new value, on any thread`() async {
        @Shared(value: 0) var count: Int
        let shared = $count
        let found = await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = shared.wrappedValue
            } onChange: {
                continuation.resume(returning: shared.wrappedValue)
            }
            shared.withLock { $0 = 7 }
        }
        #expect(found == 7)
    }

    @Test func `H17: an equal value that is written is told to those who observe the whole, not to those of a part`() {
        @Shared(value: SignUp()) var signUp: SignUp
        let (whole, part) = (Counter(), Counter())
        withObservationTracking {
            _ = signUp
        } onChange: {
            whole.add()
        }
        withObservationTracking {
            _ = $signUp.phoneNumber.wrappedValue
        } onChange: {
            part.add()
        }
        $signUp.withLock { $0.phoneNumber += "" }
        #expect(whole.value == 1)
        #expect(part.value == 0)
    }
}
