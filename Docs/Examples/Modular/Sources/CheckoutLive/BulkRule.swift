import Catalog
import Checkout

/// A tenth off what is bought five times or more.
struct BulkRule: PriceRule {
    func discount(on lines: [Receipt.Line]) -> Discount? {
        let cents = lines.filter { $0.count >= 5 }.reduce(0) { $0 + $1.price.cents }
        return cents > 0 ? Discount("Five or more of one", Money(cents: cents / 10)) : nil
    }
}
