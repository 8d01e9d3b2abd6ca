#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What the program has allocated.
enum Heap {
    /// The bytes in use, what the allocator itself needs for each included; nil where it cannot be asked.
    static var bytesInUse: Int? {
        #if canImport(Darwin)
            var statistics = malloc_statistics_t()
            malloc_zone_statistics(nil, &statistics)
            return Int(statistics.size_in_use)
        #else
            return report.flatMap(bytesInUse(of:))
        #endif
    }

    #if !canImport(Darwin)
        /// What glibc's `malloc_info` writes; nil where there is none.
        ///
        /// The header that declares it is not imported.
        private static var report: String? {
            typealias Writing = @convention(c) (CInt, UnsafeMutablePointer<FILE>?) -> CInt
            guard let symbol = dlsym(nil, "malloc_info") else { return nil }
            // The symbol has this type (malloc.h).
            let write = unsafeBitCast(symbol, to: Writing.self)
            var text: UnsafeMutablePointer<CChar>?
            var size = 0
            guard let stream = open_memstream(&text, &size) else { return nil }
            let status = write(0, stream)
            fclose(stream)
            defer { free(text) }
            return status == 0 ? text.map { String(cString: $0) } : nil
        }

        /// What the system gave, less what is free: the last lines are the sums of all arenas.
        private static func bytesInUse(of report: String) -> Int? {
            guard let given = size("<system type=\"current\"", report), let mapped = size("<total type=\"mmap\"", report),
                let fast = size("<total type=\"fast\"", report), let rest = size("<total type=\"rest\"", report)
            else { return nil }
            return given + mapped - fast - rest
        }

        /// The size in the last line that begins so.
        private static func size(_ start: String, _ report: String) -> Int? {
            report.split(separator: "\n").last { $0.hasPrefix(start) }.flatMap { line in
                line.split(separator: "\"").last { Int($0) != nil }.flatMap { Int($0) }
            }
        }
    #endif
}
