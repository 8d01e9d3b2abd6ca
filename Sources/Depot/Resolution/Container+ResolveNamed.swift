extension Container {
    /// Resolves all registrations of a type that have a name, in registration order, a parent's first.
    ///
    /// ```swift
    /// for (name, method) in container.resolveNamed((any PaymentMethod).self) { … }
    /// ```
    ///
    /// Traps with the full diagnosis where one of them cannot be resolved. A parameter `[Name: any PaymentMethod]` of a `using:` function
    /// gets the same as a dictionary. What is contributed has no name. Parameters as in ``resolve(_:name:file:line:)``.
    public func resolveNamed<Service>(
        _ type: Service.Type = Service.self, file: StaticString = #fileID, line: UInt = #line
    ) -> [(name: Name, service: Service)] {
        do throws(ResolutionError) {
            return try resolvedNamed(type, from: nil)
        } catch {
            trap(error, file, line)
        }
    }

    func resolvedNamed<Service>(_ type: Service.Type, from build: Build?) throws(ResolutionError) -> [(name: Name, service: Service)] {
        let (keys, graph) = collect(type, isNamed: true, from: build)
        return try keys.map { key throws(ResolutionError) in
            (key.name.unsafelyUnwrapped, try resolved(key, as: type, from: build, graph: graph))
        }
    }

    func resolvedNamedAsync<Service>(_ type: Service.Type, from build: Build?) async throws -> [(name: Name, service: Service)] {
        var services: [(name: Name, service: Service)] = []
        let (keys, graph) = collect(type, isNamed: true, from: build)
        for key in keys {
            services.append((key.name.unsafelyUnwrapped, try await resolvedAsync(key, as: type, from: build, graph: graph)))
        }
        return services
    }
}

extension Resolver {
    /// Resolves all registrations of a type that have a name; see ``Container/resolveNamed(_:file:line:)``.
    public func resolveNamed<Service>(
        _ type: Service.Type = Service.self
    ) throws(ResolutionError) -> [(name: Name, service: Service)] {
        try lasting.resolvedNamed(type, from: build)
    }
}
