import Depot
import DepotValues
import Foundation

extension Tour {
    func refresh() async {
        Page.chapter("Token refresh: the date is an ambient value, so it can be turned")
        Page.code("withDependencies { $0.date = .constant(start + 16 * 60) } operation: { … }")
        let repository = container.resolve((any TokenRepository).self)

        await whoAmI()
        let before = try? await repository.session()
        Page.show("16 minutes pass", "the access token, good for 15, has expired")
        await whoAmI(after: 16 * 60)
        let after = try? await repository.session()
        Page.show("the access token", "\(excerpt(before)) before, \(excerpt(after)) after: refreshed on the way")
        Page.show("the login", "number \(number(before)) before, \(number(after)) after: the same one")
        Page.show("31 days pass", "the refresh token, good for 30, has expired, too")
        await whoAmI(after: 31 * 24 * 60 * 60)
        Page.say("Out here it is still the first moment of 2026, and ids count from 0: no other line of the app knows.")
    }

    /// Asks some time after the start.
    private func whoAmI(after time: TimeInterval = 0) async {
        let token = container.resolve((any TokenUseCase).self)
        await withDependencies {
            $0.date = .constant(Self.start + time)
        } operation: {
            Page.show("who am I?", await Phase { () throws(Problem) in try await token.account() }) { $0.name }
        }
    }

    private func excerpt(_ session: Session?) -> String { "\(session?.accessToken.prefix(6) ?? "none")…" }

    /// What a login's id ends with.
    private func number(_ session: Session?) -> String { session.map { String($0.id.uuidString.suffix(4)) } ?? "none" }
}
