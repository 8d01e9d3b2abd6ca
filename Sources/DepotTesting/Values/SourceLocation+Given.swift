#if canImport(Testing)
    internal import Testing

    extension SourceLocation {
        /// A place that the caller may have written by hand: the testing library stops the process where it is none.
        init(fileID: String, filePath: String, line: Int) {
            let file = fileID.contains("/") ? fileID : "unknown/\(fileID)"
            self.init(fileID: file, filePath: filePath.isEmpty ? file : filePath, line: max(line, 1), column: 1)
        }
    }
#endif
