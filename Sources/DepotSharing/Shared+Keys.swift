extension Shared {
    /// A value by its key, with a default.
    ///
    /// The first living property with the key decides: a later one's default is not used. Of a key in memory it is the first there was.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value while nothing is stored.
    ///   - key: Where the value is kept.
    public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>) {
        self.init(Pointer.to(key) { always(wrappedValue()) })
    }

    /// An optional value by its key; nil while nothing is stored.
    public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? {
        self.init(Pointer.to(key) { always(nil) })
    }

    /// A value by a key that has a default.
    public init<Base: SharedKey>(_ key: SharedKeyDefault<Base>) where Base.Value == Value {
        self.init(Pointer.to(key) { key.defaultValue })
    }

    /// An optional value by a key that has a default.
    public init<Base: SharedKey, Wrapped>(_ key: SharedKeyDefault<Base>) where Base.Value == Value, Value == Wrapped? {
        self.init(Pointer.to(key) { key.defaultValue })
    }

    /// A value by its key, which has to be stored already.
    ///
    /// - Parameter key: Where the value is kept.
    /// - Throws: The error of the load, or ``SharedError/nothingStored(key:)``; with a default, what that throws.
    public init(require key: some SharedKey<Value>) async throws {
        self.init(try await Pointer.requiring(key))
    }

    /// Loads the value again from its store.
    ///
    /// - Throws: What the store throws, which is the ``loadError`` too; the value stays as it is.
    public func load() async throws { try await pointer.reload() }

    /// Loads the value of another key; from then on the property is that one's.
    ///
    /// The old value stays until the new one is there. Where nothing is stored, the key's default counts, or else the value
    /// that the property has.
    ///
    /// - Parameter key: The other key.
    /// - Throws: What the store throws, which is the ``loadError`` too; the property stays what it is.
    public func load(_ key: some SharedKey<Value>) async throws { try await pointer.load(key) }
}

extension Pointer {
    /// A pointer to the value of a key; a mistake in the program stops it.
    static func to<Key: SharedReaderKey>(_ key: Key, _ initial: () -> Initial<Value>) -> Pointer where Key.Value == Value {
        let key = key.bound()
        do {
            if let kept = try key.keptInMemory() { return Pointer(kept.asReference) }
            return Pointer(try References.inEffect.reference(for: key, initial: initial))
        } catch let error as SharedError {
            fatalError(error.description)
        } catch {
            fatalError(SharedError.noDefault(key: "\(key.id)", error: error))
        }
    }

    /// A pointer to the value of a key, which has to be there.
    static func requiring<Key: SharedReaderKey>(_ key: Key) async throws -> Pointer where Key.Value == Value {
        let references = References.inEffect
        let key = key.bound()
        if let live = try references.live(key) {
            try await live.loadIfMissing()
            return Pointer(live)
        }
        let reference = try await references.reference(loading: key) { stored in
            if let value = try stored ?? key.initial?() { return always(value) }
            throw SharedError.nothingStored(key: "\(key.id)")
        }
        return Pointer(reference)
    }
}
