import DepotValues
import Testing

@Suite struct WithDependenciesFromTests {
    private class Parent {
        @Dependency(\.number) var number
        func child() -> Reader { withDependencies(from: self) { Reader() } }
    }

    private final class Heir: Parent {}

    @Test func `V4 a child made from a model is given what the model was given`() {
        let parent = withDependencies {
            $0.number = 7
            $0.maybe = 8
        } operation: {
            Parent()
        }
        #expect(parent.child().number == 7)
        #expect(parent.child().maybe == 8)
    }

    @Test func `V4 also where the model is an optional, as a weak self is`() {
        let parent = withDependencies {
            $0.number = 7
        } operation: {
            Parent()
        }
        weak let model: Parent? = parent
        withExtendedLifetime(parent) { #expect(withDependencies(from: model) { Reader() }.number == 7) }
        #expect(withDependencies(from: nil as Parent?) { Reader() }.number == 2)
    }

    @Test func `V4 also where the property is the superclass's`() {
        let heir = withDependencies {
            $0.number = 7
        } operation: {
            Heir()
        }
        #expect(heir.child().number == 7)
    }

    @Test func `V4 further values come on top, and a later override beats the model's`() {
        let parent = withDependencies {
            $0.number = 7
        } operation: {
            Parent()
        }
        let child = withDependencies(from: parent) {
            $0.maybe = 9
        } operation: {
            Reader()
        }
        #expect(child.number == 7)
        #expect(child.maybe == 9)
        let later = withDependencies {
            $0.number = 10
        } operation: {
            parent.child()
        }
        #expect(later.number == 10)
    }

    @Test func `V4 the asynchronous form does the same`() async throws {
        let parent = withDependencies {
            $0.number = 7
        } operation: {
            Reader()
        }
        let number = await withDependencies(from: parent) {
            await Task.yield()
            return Reader().number
        }
        #expect(number == 7)
    }

    @Test func `V4 two chains that went separate ways merge, key by key, the later winning`() {
        let parent = withDependencies {
            $0.number = 7
        } operation: {
            Reader()
        }
        withDependencies {
            $0.maybe = 1
        } operation: {
            withDependencies(from: parent) {
                let child = Reader()
                #expect(child.number == 7)
                #expect(child.maybe == 1)
            }
        }
    }
}
