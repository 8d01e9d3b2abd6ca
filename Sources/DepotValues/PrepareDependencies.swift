internal import Depot

/// Sets dependencies for the whole program, once, at its start.
///
/// What is set here takes the place of the key's default in the context in effect. It has to come before the first
/// read, and once for each key: what comes later is reported and ignored. In a test it holds for that test.
///
/// ```swift
/// @main struct ShopApp {
///     static func main() async {
///         prepareDependencies { $0.apiClient = .init(baseURL: Configuration.current.url) }
///         await Shop().run()
///     }
/// }
/// ```
///
/// - Parameters:
///   - fileID: Where this is written, for the report.
///   - filePath: Likewise.
///   - line: Likewise.
///   - update: Sets values. Reading one here, as in `$0.client.fetch = …`, does not count as a read.
/// - Throws: What the closure throws; nothing is set then.
public func prepareDependencies(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ update: (inout DependencyValues) throws -> Void
) rethrows {
    let site = ReadSite(fileID: fileID, filePath: filePath, line: line)
    let session = UpdateSession()
    var values = DependencyValues(updating: nil, in: session, isPreparing: true)
    do {
        defer { session.end() }
        try update(&values)
    }
    var prepared = ValueTable.newest(in: values.head)
    let reader = DependencyValues(current: ValueNode.current, captured: nil, site: site)
    let cache = reader.defaults
    let place = prepared.place(of: DependencyContextKey.id)
    if place.isTaken, !cache.prepare(prepared.remove(at: place.index).value(of: DependencyContextKey.self)) {
        DependencyIssue.preparedLate(key: "\(DependencyContext.self)", site: site, before: nil).report()
    }
    let context = reader.context(in: cache)
    while let first = prepared.indices.min(by: { prepared[$0].stamp < prepared[$1].stamp }) {
        let node = prepared.remove(at: first)
        let slot = DefaultSlot(node.key, context)
        guard let entry = node.asDefault(preparedAt: site), let earlier = cache.prepare(entry, in: slot) else { continue }
        DependencyIssue.preparedLate(key: slot.keyName, site: site, before: earlier.prepared).report()
    }
}
