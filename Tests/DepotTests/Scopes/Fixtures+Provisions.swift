import Depot

/// What a request is about.
final class Inquiry: Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

final class Reply: Sendable {
    let inquiry: Inquiry

    init(_ inquiry: Inquiry) {
        self.inquiry = inquiry
    }
}

final class Late: Sendable {
    let inquiry: Inquiry

    init(_ inquiry: Inquiry) {
        self.inquiry = inquiry
    }
}

final class Asker: Sendable {
    let inquiry: Provider<Inquiry>

    init(_ inquiry: Provider<Inquiry>) {
        self.inquiry = inquiry
    }
}

struct Customer: Sendable {
    let name: String

    init(_ name: String) {
        self.name = name
    }
}

final class Page: Sendable {
    let account: Customer

    init(_ account: Customer) {
        self.account = account
    }
}

protocol Console: Sendable {}

final class PlainConsole: Console {}

final class AdminConsole: Console {}

@MainActor final class MainConsole {}
