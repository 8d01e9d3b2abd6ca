internal import Foundation

extension SharedReaderKey {
    /// A value in user defaults: Bool, Int, Double, String, [String], URL, Data, Date, or an optional of these.
    ///
    /// A nil removes the key. Each test has user defaults of its own.
    ///
    /// ```swift
    /// @Shared(.appStorage("soundsOn")) var soundsOn = true
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key in user defaults.
    ///   - store: Which user defaults; those of ``DepotValues/DependencyValues/defaultAppStorage`` if nil.
    /// - Returns: The key.
    public static func appStorage<Value: AppStorageValue>(
        _ key: String, store: UserDefaultsStorage? = nil
    ) -> Self where Self == AppStorageKey<Value> {
        AppStorageKey(key, store: store, .init(encode: \.appStorageObject, decode: { Value(appStorageObject: $0) }))
    }

    /// A value in user defaults that is kept as its raw value.
    ///
    /// Parameters as above.
    public static func appStorage<Value: RawRepresentable & Sendable>(
        _ key: String, store: UserDefaultsStorage? = nil
    ) -> Self where Self == AppStorageKey<Value>, Value.RawValue: AppStorageValue {
        AppStorageKey(
            key, store: store,
            .init(
                encode: { $0.rawValue.appStorageObject },
                decode: { Value.RawValue(appStorageObject: $0).flatMap(Value.init(rawValue:)) }))
    }

    /// An optional value in user defaults that is kept as its raw value; nil removes the key.
    public static func appStorage<Value: RawRepresentable & Sendable>(
        _ key: String, store: UserDefaultsStorage? = nil
    ) -> Self where Self == AppStorageKey<Value?>, Value.RawValue: AppStorageValue {
        AppStorageKey(
            key, store: store,
            .init(
                encode: { $0?.rawValue.appStorageObject },
                decode: { object -> Value?? in
                    guard let value = Value.RawValue(appStorageObject: object).flatMap(Value.init(rawValue:)) else { return nil }
                    return .some(value)
                }))
    }

    /// A value in user defaults that is kept as JSON; a nil removes the key.
    @_disfavoredOverload
    public static func appStorage<Value: Codable & Sendable>(
        _ key: String, store: UserDefaultsStorage? = nil
    ) -> Self where Self == AppStorageKey<Value> {
        AppStorageKey(
            key, store: store,
            .init(
                encode: { value in
                    if let optional = value as? any AnyOptional, optional.isNone { return nil }
                    return try JSONEncoder().encode(value)
                },
                decode: { object in (object as? Data).flatMap { try? JSONDecoder().decode(Value.self, from: $0) } }))
    }
}
