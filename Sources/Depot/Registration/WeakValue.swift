// An object can be held weakly, and nothing else. A type that is none is told when it is registered; what the type does not tell, when the
// factory has made it.
extension Registration {
    /// Stops the process at the line that registers a value type as `.weak`.
    func refuseWeak() -> Never {
        let name = typeName(of: key.service)
        fatalError(
            """
            Depot: \(key) is registered as .weak, but \(name) is not a class. \
            Only an object can be held weakly; register it as .singleton. Registered at \(source).
            """, file: source.file, line: source.line)
    }

    /// The error where what a factory made is not an object, although its type might have been one.
    func notAnObject(_ made: String) -> ResolutionError {
        .factoryFailed(
            .init(
                what: "\(key) is registered as .weak, but its factory made a \(made), which is not a class.", path: [step],
                fix: "only an object can be held weakly: register it as .singleton, or let the factory make an object."))
    }
}
