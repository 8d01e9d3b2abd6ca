import Depot
import DepotSharing
import DepotTesting
import Observation
import Testing

/// Elements that are followed by their identity, which a write may change.
@Suite struct SharedElementTests {
    private struct Draft: Identifiable, Equatable, Sendable {
        var id: Int
        var title: String
        var notes: [Draft] = []
        var author: String?
    }

    @Shared(value: [Draft(id: -1, title: "draft"), Draft(id: 7, title: "other")]) private var drafts

    private func place(_ editor: Shared<Draft>) { editor.withLock { $0 = Draft(id: 42, title: "server", author: "me") } }

    @Test func `H4 H15 H18 who gives an element another identity goes on with it`() {
        for editor in [$drafts[0], $drafts[id: -1], $drafts.elements[0]].compactMap(\.self) {
            $drafts.withLock { $0[0] = Draft(id: -1, title: "draft") }
            place(editor)
            #expect(drafts.map(\.id) == [42, 7])
            #expect(editor.wrappedValue.title == "server")
            editor.title.withLock { $0 = "renamed" }
            #expect(drafts[0].title == "renamed")
            #expect(editor.title.wrappedValue == "renamed")
            $drafts.withLock { $0.swapAt(0, 1) }
            editor.withLock { $0.title += "!" }
            #expect(drafts.map(\.title) == ["other", "renamed!"])
            $drafts.withLock { $0.swapAt(0, 1) }
        }
    }

    @Test func `H18 an identity that is written by itself is followed, too`() {
        let editor = $drafts[0]
        editor.id.withLock { $0 = 9 }
        #expect(editor.wrappedValue == Draft(id: 9, title: "draft"))
        #expect(editor.id.wrappedValue == 9)
        editor.title.withLock { $0 = "nine" }
        #expect(drafts[0].title == "nine")
    }

    @Test func `H4 H18 an element keeps what it was last, also by another identity`() {
        let editor = $drafts[0]
        let author = editor.author
        place(editor)
        let named = Shared(author)
        $drafts.withLock { _ = $0.removeFirst() }
        #expect(editor.wrappedValue == Draft(id: 42, title: "server", author: "me"))
        #expect(named?.wrappedValue == "me")
        // One with the identity from before is another one.
        $drafts.withLock { $0.append(Draft(id: -1, title: "another")) }
        #expect(editor.wrappedValue.title == "server")
        $drafts.withLock { $0.append(Draft(id: 42, title: "back")) }
        #expect(editor.wrappedValue.title == "back")
    }

    @Test func `H4 H18 what an element has is kept, too, when that has another identity`() {
        $drafts.withLock { $0[0].author = "you" }
        let editor = $drafts[0]
        let author = Shared(editor.author)
        place(editor)
        #expect(author?.wrappedValue == "me")
        editor.author.withLock { $0 = "them" }
        #expect(author?.wrappedValue == "them")
        editor.author.withLock { $0 = nil }
        #expect(author?.wrappedValue == "them")
    }

    @Test func `H4 H18 what a write takes from an element that it gives another identity is kept as it was last`() {
        $drafts.withLock { $0[0].notes = [Draft(id: 1, title: "note")] }
        let editor = $drafts[0]
        let note = editor.notes[0]
        note.title.withLock { $0 = "written" }
        place(editor)
        #expect(note.wrappedValue.title == "written")
        #expect(note.title.wrappedValue == "written")
    }

    @Test func `H18 others who follow it by the identity from before have lost it`() {
        let (editor, row) = ($drafts[0], $drafts[0])
        place(editor)
        #expect(row.wrappedValue == Draft(id: -1, title: "draft"))
        #expect($drafts[id: -1] == nil)
        #expect($drafts[id: 42]?.wrappedValue.title == "server")
    }

    @Test func `H11 H13 observers and values go on`() async {
        let editor = $drafts[0]
        var values = editor.title.values.makeAsyncIterator()
        #expect(await values.next() == "draft")
        place(editor)
        #expect(await values.next() == "server")
        let told = Counter()
        withObservationTracking {
            _ = editor.title.wrappedValue
        } onChange: {
            told.add()
        }
        $drafts.withLock { $0[0].title = "seen" }
        #expect(told.value == 1)
        #expect(await values.next() == "seen")
    }

    @Test func `H4 H5 H11 who follows what an element does not have now goes along with it`() {
        let editor = $drafts[0]
        editor.notes.withLock { $0 = [Draft(id: 1, title: "note")] }
        let note = editor.notes[0]
        editor.notes.withLock { $0 = [] }
        for id in [42, 43] {
            let told = Counter()
            func observe() {
                withObservationTracking {
                    _ = note.title.wrappedValue
                } onChange: {
                    told.add()
                }
            }
            observe()
            editor.id.withLock { $0 = id }
            if told.value > 0 { observe() }
            let before = told.value
            editor.notes.withLock { $0 = [Draft(id: 1, title: "another \(id)")] }
            #expect(told.value == before + 1)
            editor.notes.withLock { $0 = [] }
            #expect(note.wrappedValue.title == "another \(id)")
        }
    }

    @Test func `H4 H18 what was given another identity while its whole was missing is kept by that`() {
        let editor = $drafts[0]
        editor.notes.withLock { $0 = [Draft(id: 1, title: "note")] }
        let note = editor.notes[0]
        $drafts.withLock { _ = $0.removeFirst() }
        note.id.withLock { $0 = 2 }
        $drafts.withLock { $0.append(Draft(id: -1, title: "back", notes: [Draft(id: 2, title: "back, too")])) }
        #expect(note.wrappedValue.title == "back, too")
        editor.notes.withLock { $0 = [] }
        #expect(note.wrappedValue.title == "back, too")
    }

    /// Renames the element while its name is looked up, as another thread may.
    private struct HookedID: Hashable, Sendable {
        static let hook = Locked<(@Sendable () -> Void)?>(nil)
        var number: Int
        func hash(into hasher: inout Hasher) {
            HookedID.hook.withLock { $0.take() }?()
            hasher.combine(number)
        }
    }

    private struct Hooked: Identifiable, Equatable, Sendable {
        var id: HookedID
        var title = "note"
        var notes: [Hooked] = []
    }

    @Test func `H4 H11 H15 an element is followed that is renamed while it is entered or read`() {
        @Shared(value: [Hooked(id: HookedID(number: 0), notes: [Hooked(id: HookedID(number: 1))])]) var drafts
        let editor = $drafts[0]
        @Sendable func rename() { editor.id.withLock { $0.number += 100 } }
        func arm() { HookedID.hook.withLock { $0 = rename } }
        arm()
        let note = editor.notes[0]
        #expect(HookedID.hook.withLock { $0 == nil })

        func expectTold(_ read: () -> Void) {
            let told = Counter()
            withObservationTracking(read) { told.add() }
            let before = told.value
            note.title.withLock { $0 += "!" }
            #expect(told.value == before + 1)
        }
        expectTold {
            arm()
            _ = note.title.wrappedValue
        }
        expectTold {
            _ = note.title.wrappedValue
            // Observation installs the observer after this.
            rename()
        }
        editor.notes.withLock { $0 = [] }
        #expect(note.wrappedValue.title == "note!!")
    }

    @Test func `H4 H11 H15 a part of an element is followed that another thread renames meanwhile`() async {
        let editor = $drafts[0]
        for round in 0..<stressRounds(100, full: 200) {
            editor.notes.withLock { $0 = [Draft(id: 1, title: "note")] }
            async let renamed: Void = { for id in 0..<4 { editor.id.withLock { $0 = 100 + 4 * round + id } } }()
            let notes = (0..<4).map { _ in (note: editor.notes[0], told: Counter()) }
            for (note, told) in notes {
                withObservationTracking {
                    _ = note.title.wrappedValue
                } onChange: {
                    told.add()
                }
            }
            await renamed
            editor.notes.withLock { $0[0].title = "last" }
            editor.notes.withLock { $0 = [] }
            for (note, told) in notes {
                if note.wrappedValue.title != "last" { Issue.record("\(note.wrappedValue) in round \(round)") }
                if told.value == 0 { Issue.record("An observer was not told in round \(round).") }
            }
        }
    }

    @Test func `H15 threads that give it one identity after the other lose no write`() async {
        let rounds = 200
        let editor = $drafts[0]
        await withTaskGroup { group in
            for number in 0..<4 {
                group.addTask {
                    for round in 0..<rounds {
                        editor.withLock { draft in
                            draft.id = 100 + number * rounds + round
                            draft.notes.append(Draft(id: draft.id, title: ""))
                        }
                        let own = 100 + number * rounds + round
                        if !editor.wrappedValue.notes.contains(where: { $0.id == own }) { Issue.record("\(own) is lost") }
                    }
                }
            }
        }
        #expect(Set(drafts[0].notes.map(\.id)).count == 4 * rounds)
        #expect(editor.wrappedValue == drafts[0])
    }
}
