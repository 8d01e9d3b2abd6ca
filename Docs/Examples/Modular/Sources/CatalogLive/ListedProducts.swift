import Catalog

/// The products of the price list.
final class ListedProducts: ProductRepository {
    private let list: [Product]

    init(_ prices: PriceList) throws {
        list = try prices.lines.map { line in
            let fields = line.split(separator: ";").map(String.init)
            guard fields.count == 3, let cents = Int(fields[2]) else { throw UnreadableLine(text: line) }
            return Product(id: Product.ID(fields[0]), title: fields[1], price: Money(cents: cents))
        }
    }

    func products() async throws -> [Product] { list }

    func product(_ id: Product.ID) async throws -> Product {
        guard let product = list.first(where: { $0.id == id }) else { throw UnknownProduct(id) }
        return product
    }
}

/// A line of the price list is not `id;title;cents`.
struct UnreadableLine: Error, Equatable {
    let text: String
}
