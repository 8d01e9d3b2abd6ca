import Foundation
import Testing

@testable import popcorn

struct AccountListTests {
    private let ada = KnownAccount(name: "ada", since: .newYear)
    private let grace = KnownAccount(name: "grace@cinepass", since: .newYear, isLoggedIn: true)

    @Test func `the list has a line for each account`() {
        #expect(AccountList.lines(of: [ada, grace]) == ["ada, here since 2026-01-01", "grace@cinepass, here since 2026-01-01, logged in"])
        #expect(AccountList.lines(of: []) == ["No account is known here. Make one: popcorn sign-up NAME"])
    }

    @Test func `from list to list it says who is new, logged in, logged out and gone`() {
        var adaLoggedIn = ada
        adaLoggedIn.isLoggedIn = true
        #expect(
            AccountList.changes(from: [], to: [ada, grace]) == [
                "ada is new here.", "grace@cinepass is new here.", "grace@cinepass logged in.",
            ])
        #expect(AccountList.changes(from: [ada], to: [adaLoggedIn]) == ["ada logged in."])
        #expect(AccountList.changes(from: [adaLoggedIn], to: [ada]) == ["ada logged out."])
        #expect(AccountList.changes(from: [ada, grace], to: [ada]) == ["grace@cinepass is not known here any more."])
        #expect(AccountList.changes(from: [ada, grace], to: [ada, grace]) == [])
    }
}
