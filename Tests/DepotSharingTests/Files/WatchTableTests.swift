import Testing

@testable import DepotSharing

@Suite struct WatchTableTests {
    private func watch() -> WatchTable.Watch { WatchTable.Watch("/file", {}, { _ in }) }

    private func hooks(_ directories: Int32...) -> [WatchTable.Hook] { directories.map { WatchTable.Hook(directory: $0, name: "name") } }

    /// Has a path through directories watched for a moment; those whose watch is to end then.
    private func visit(_ table: inout WatchTable, _ directories: Int32...) -> [Int32] {
        let watch = watch()
        for directory in directories { table.take(directory) }
        let hooks = directories.map { WatchTable.Hook(directory: $0, name: "name") }
        return table.hook(watch, hooks, file: nil) + table.remove(watch)
    }

    @Test func `H9 a directory stays watched when its last file goes, until thirty-two others are kept`() {
        var table = WatchTable()
        check(visit(&table, 1).isEmpty && !table.isNeeded(1))
        for directory: Int32 in 2...32 { check(visit(&table, directory).isEmpty) }
        check(visit(&table, 33) == [1])
    }

    @Test func `H9 the directory that was needed last is kept longest`() {
        var table = WatchTable()
        // What all ways lead through comes back each time.
        for directory: Int32 in 2...32 { check(visit(&table, 1, directory).isEmpty) }
        check(visit(&table, 1, 33) == [2])
        check(visit(&table, 1, 34) == [3])
    }

    @Test func `H9 a directory that is needed again is none of those that are only kept`() {
        var table = WatchTable()
        check(visit(&table, 1, 2).isEmpty)
        let watch = watch()
        table.take(1)
        check(table.hook(watch, hooks(1), file: nil).isEmpty)
        check(table.keepNone() == [2] && table.keepNone().isEmpty)
        // The way to the file leads elsewhere.
        check(table.hook(watch, hooks(3), file: nil).isEmpty)
        check(table.keepNone() == [1])
    }

    @Test func `H9 a directory that is gone, or that a path no longer wanted was to be watched in, is not needed`() {
        var table = WatchTable()
        let watch = watch()
        check(table.hook(watch, hooks(1, 2), file: nil).isEmpty)
        check(table.lost(1).map { $0 === watch } == [true] && !table.isNeeded(1))
        check(table.remove(watch).isEmpty)
        check(table.lost(2).isEmpty && table.keepNone().isEmpty)
        check(table.hook(watch, hooks(3), file: nil).isEmpty && !table.isNeeded(3))
        check(table.keepNone() == [3])
    }
}
