import Depot
import Synchronization
import Testing

/// A `.graph` service with runtime arguments: one for each value of them in an outermost resolve.
@Suite struct GraphArgumentsTests {
    private final class Page: Sendable {
        let number: Int

        init(_ number: Int) {
            self.number = number
        }
    }

    /// Of no type that can be compared.
    private struct Theme {
        let name: String
    }

    private final class Book {
        let pages: [Page]

        init(_ pages: [Page]) {
            self.pages = pages
        }
    }

    private func numbers(_ container: Container) -> [Int] {
        container.register(Book.self) { r in
            try Book([1, 2, 1].map { number in try r.resolve(Page.self, arguments: number) })
        }
        let book = container.resolve(Book.self)
        #expect(book.pages[0] === book.pages[2])
        #expect(container.resolve(Book.self).pages[0] !== book.pages[0])
        return book.pages.map(\.number)
    }

    @Test func `C7 C9: a graph's service by a closure is another for other arguments`() {
        let container = Container()
        container.register(Page.self, .graph) { (_, number: Int) in Page(number) }
        #expect(numbers(container) == [1, 2, 1])
    }

    @Test func `C7 C9: a graph's service by a function is another for other arguments`() {
        let container = Container()
        container.register(Page.self, .graph, arguments: Int.self, using: Page.init)
        #expect(numbers(container) == [1, 2, 1])
    }

    @MainActor @Test func `C7 C9: a graph's service of the main actor is another for other arguments`() {
        let container = Container()
        container.register(Page.self, .graph, onMainActor: { (_, number: Int) in Page(number) })
        #expect(numbers(container) == [1, 2, 1])
    }

    @Test func `C7 C9 C11: so is what replaces or decorates it, and what a Factory makes`() {
        let container = Container()
        container.register(Page.self, .graph) { (_, number: Int) in Page(number) }
        container.decorate(Page.self) { page, _ in Page(page.number * 10) }
        #expect(numbers(container) == [10, 20, 10])
        container.replace(Page.self) { (_, number: Int) in Page(-number) }
        #expect(numbers(container) == [-1, -2, -1])
        container.restoreAll()
        container.register(Book.self, using: { (page: Factory<Page, Int>) in Book([page(1), page(2), page(1)]) })
        let pages = container.resolve(Book.self).pages
        #expect(pages.map(\.number) == [10, 20, 10])
        #expect(pages[0] === pages[2])
    }

    @Test func `C7 C9: arguments that cannot be compared are each their own`() {
        let container = Container()
        container.register(Page.self, .graph) { (_, theme: Theme, number: Int) in Page(number + theme.name.count) }
        container.register(Book.self) { r in
            try Book(["a", "bb"].map { name in try r.resolve(Page.self, arguments: Theme(name: name), 1) })
        }
        #expect(container.resolve(Book.self).pages.map(\.number) == [2, 3])
    }

    private struct Asking: Hashable, Sendable {
        let container: Container
        let value: Int

        static func == (lhs: Asking, rhs: Asking) -> Bool {
            // A lock that is held would wait for itself.
            _ = lhs.container.resolve(String.self)
            return lhs.value == rhs.value
        }

        func hash(into hasher: inout Hasher) {
            _ = container.resolve(String.self)
            hasher.combine(value)
        }
    }

    @Test func `C17: the arguments of a graph's service may resolve where they are compared`() {
        let container = Container()
        container.register(String.self) { _ in "" }
        container.register(Page.self, .graph) { (_, asking: Asking) in Page(asking.value) }
        container.register(Book.self) { [weak container] r in
            try Book([1, 2, 1].map { value in try r.resolve(Page.self, arguments: Asking(container: container!, value: value)) })
        }
        #expect(container.resolve(Book.self).pages.map(\.number) == [1, 2, 1])
    }
}
