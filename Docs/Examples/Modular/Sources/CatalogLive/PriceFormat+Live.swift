public import Catalog
public import DepotValues

extension PriceFormatKey: DependencyKey {
    /// Euros, with two decimals.
    public static let liveValue = PriceFormat { amount in
        let (euros, cents) = abs(amount.cents).quotientAndRemainder(dividingBy: 100)
        return "\(amount.cents < 0 ? "-" : "")€\(euros).\(cents < 10 ? "0" : "")\(cents)"
    }
}
