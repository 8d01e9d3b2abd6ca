/// The price list: a line for each product, with its id, its title and its price in cents.
struct PriceList: Sendable {
    let lines: [String]

    init(_ text: String) {
        lines = text.split(separator: "\n").map(String.init)
    }

    /// The list that the app is shipped with.
    static func shipped() -> PriceList {
        PriceList(
            """
            kettle;Kettle;3900
            teapot;Teapot;2450
            tea;Green tea;420
            """)
    }
}
