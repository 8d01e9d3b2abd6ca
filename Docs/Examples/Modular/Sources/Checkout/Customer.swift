/// The customer of a session.
///
/// Each session scope is given one by the code that opens it, so the app says `container.expect(Customer.self, in: .session)`.
public struct Customer: Hashable, Sendable {
    /// How the customer is greeted.
    public let name: String
    /// Since when the customer is a member; nil for others.
    public let memberSince: Int?

    /// Makes a customer.
    public init(name: String, memberSince: Int? = nil) {
        self.name = name
        self.memberSince = memberSince
    }
}
