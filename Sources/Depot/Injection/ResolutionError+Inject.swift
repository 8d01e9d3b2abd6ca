// What the error of an `@Inject` says beside: where it looked.
extension ResolutionError {
    /// The same error; where an `@Inject` did not find its service, with the container that it asked, and what to do where the container of
    /// the factory has it: of the one that runs, or else of `owner`, the run that made the object with the property.
    func forInject(of key: Key, by owner: Build?) -> ResolutionError {
        guard case .notRegistered(let diagnosis) = self, diagnosis.path.last?.name == key.description else { return self }
        let asked = Container.shared
        let own = (Origin(thread: ThreadState.current, explicit: nil).recorded ?? owner)?.container
        var fix = diagnosis.fix
        if let own, own.core.decide({ $0.registeredSlot(key, in: own.core) != nil }) {
            fix =
                "\(own.place) has it: take it as a parameter of the factory there, or resolve inside that container's "
                + "`withOverrides { _ in } operation: { … }`, which makes it `Container.shared`."
        } else if own == nil, diagnosis.path.count > 1 {
            fix = "take it as a parameter of the factory, which gets it from its own container; or \(fix)"
        }
        let what = "\(key) is not registered in `Container.shared`, which is \(asked.place) here."
        return .notRegistered(.init(what: what, path: diagnosis.path, fix: fix))
    }
}

extension Container {
    /// Which container it is, under all that overrides it.
    fileprivate var place: String {
        if Container.isProcess(core.overridden) { return "the process's container" }
        return core.madeAt.map { "the container made at \($0)" } ?? "another container"
    }
}
