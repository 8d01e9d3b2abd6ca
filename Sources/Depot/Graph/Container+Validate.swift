extension Container {
    /// Checks everything that is registered, and throws all that is wrong at once.
    ///
    /// Builds nothing, runs no factory and changes nothing. What is looked up is looked up as `resolve` does it: a child
    /// sees its parent's registrations, a parent's singleton never sees the child's. What a bare closure needs is known
    /// once it has run, by that first run; until then it is listed as opaque, here and in ``graph``. An async singleton that `start()` has
    /// built may be needed by a synchronous service; before that it is a problem. The cost is linear in registrations and
    /// dependencies.
    ///
    /// ```swift
    /// let container = Container { NetworkAssembly(); LoginAssembly() }
    /// try container.validate()
    /// ```
    ///
    /// Throws every problem, in a stable order; opaque registrations alone are none.
    public func validate() throws(ValidationError) {
        if let error = Validation(Wiring(survey())).error { throw error }
    }
}
