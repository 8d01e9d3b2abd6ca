extension Container {
    /// Resolves a service, async or not, waiting for async factories and going to the main actor as needed.
    ///
    /// An async singleton is made once, however many tasks await it. A cancelled task stops waiting; the factory is only cancelled when all
    /// who wait are. Throws ``ResolutionError``, or `CancellationError` when the task is cancelled while it waits. Parameters as in
    /// ``resolve(_:name:file:line:)``.
    public func resolveAsync<Service>(_ type: Service.Type = Service.self, name: Name? = nil) async throws -> Service {
        try await resolvedAsync(Key(type, name: name), as: type, from: nil)
    }

    /// Resolves a service from runtime arguments, going to the main actor as needed.
    ///
    /// The types of the arguments are part of the key. Throws ``ResolutionError``. Parameters as in
    /// ``resolve(_:name:arguments:file:line:types:)``.
    public func resolveAsync<Service, First: Sendable, each Rest: Sendable>(
        _ type: Service.Type = Service.self, name: Name? = nil, arguments first: First, _ rest: repeat each Rest,
        types: First.Type = First.self
    ) async throws -> Service {
        let key = Key(type, name: name, arguments: (First, repeat each Rest).self)
        let arguments = Arguments((first, repeat each rest))
        return try await resolvedAsync(key, as: type, arguments: arguments, from: nil)
    }
}

/// Runtime arguments that outlive a suspension.
final class Arguments: Sendable {
    private let memory: UncheckedSendable<UnsafeMutableRawPointer>  // Written once, by the initializer.
    private let release: @Sendable (UnsafeMutableRawPointer) -> Void

    var pointer: UnsafeRawPointer { UnsafeRawPointer(memory.value) }

    init<Value: Sendable>(_ value: Value) {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        memory.initialize(to: value)
        self.memory = UncheckedSendable(UnsafeMutableRawPointer(memory))
        release = { memory in
            // As the initializer has made it.
            memory.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
            memory.deallocate()
        }
    }

    deinit { release(memory.value) }
}
