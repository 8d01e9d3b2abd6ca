extension Container {
    /// Reports a replacement that cannot be made, here and in children, overrides and copies of this container, to a test instead of stopping the process.
    package func reportMisuse(to handler: @escaping MisuseHandler) {
        core.family.decide { _ in core.writable.misuse = handler }
    }

    /// Reports a misuse where a test takes it, else ends the process.
    func misused(_ error: ResolutionError, _ source: SourceLine) {
        guard let misuseHandler else { trap(error, source.file, source.line) }
        misuseHandler(error, source.file, source.line)
    }
}
