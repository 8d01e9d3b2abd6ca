import Catalog
import Checkout

/// A twentieth off for members.
struct MemberRule: PriceRule {
    let customer: Customer

    func discount(on lines: [Receipt.Line]) -> Discount? {
        guard let year = customer.memberSince else { return nil }
        let cents = lines.reduce(0) { $0 + $1.price.cents }
        return Discount("Member since \(year)", Money(cents: cents / 20))
    }
}
