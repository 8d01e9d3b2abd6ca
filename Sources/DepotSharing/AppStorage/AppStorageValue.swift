public import Foundation

/// What user defaults can hold as it is.
public protocol AppStorageValue: Sendable {
    /// The value as a property list has it; nil removes the key.
    var appStorageObject: Any? { get }

    /// A value out of what a property list has.
    ///
    /// - Parameter appStorageObject: What is stored.
    init?(appStorageObject: Any)
}

extension Bool: AppStorageValue {
    /// Itself.
    public var appStorageObject: Any? { self }

    /// - Parameter appStorageObject: What is stored.
    public init?(appStorageObject: Any) {
        guard let value = (appStorageObject as? Bool) ?? (appStorageObject as? NSNumber)?.boolValue else { return nil }
        self = value
    }
}

extension Int: AppStorageValue {
    /// Itself.
    public var appStorageObject: Any? { self }

    /// - Parameter appStorageObject: What is stored.
    public init?(appStorageObject: Any) {
        guard let value = (appStorageObject as? Int) ?? (appStorageObject as? NSNumber)?.intValue else { return nil }
        self = value
    }
}

extension Double: AppStorageValue {
    /// Itself.
    public var appStorageObject: Any? { self }

    /// - Parameter appStorageObject: What is stored.
    public init?(appStorageObject: Any) {
        guard let value = (appStorageObject as? Double) ?? (appStorageObject as? NSNumber)?.doubleValue else { return nil }
        self = value
    }
}

extension String: AppStorageValue {
    /// Itself.
    public var appStorageObject: Any? { self }

    /// - Parameter appStorageObject: What is stored.
    public init?(appStorageObject: Any) {
        guard let value = appStorageObject as? String else { return nil }
        self = value
    }
}

extension [String]: AppStorageValue {
    /// Itself.
    public var appStorageObject: Any? { self }

    /// - Parameter appStorageObject: What is stored.
    public init?(appStorageObject: Any) {
        guard let value = appStorageObject as? [String] else { return nil }
        self = value
    }
}

extension Data: AppStorageValue {
    /// Itself.
    public var appStorageObject: Any? { self }

    /// - Parameter appStorageObject: What is stored.
    public init?(appStorageObject: Any) {
        guard let value = appStorageObject as? Data else { return nil }
        self = value
    }
}

extension Date: AppStorageValue {
    /// Itself.
    public var appStorageObject: Any? { self }

    /// - Parameter appStorageObject: What is stored.
    public init?(appStorageObject: Any) {
        guard let value = appStorageObject as? Date else { return nil }
        self = value
    }
}

extension URL: AppStorageValue {
    /// Its text.
    public var appStorageObject: Any? { absoluteString }

    /// - Parameter appStorageObject: What is stored.
    public init?(appStorageObject: Any) {
        guard let text = appStorageObject as? String, let value = URL(string: text) else { return nil }
        self = value
    }
}

extension Optional: AppStorageValue where Wrapped: AppStorageValue {
    /// What the value is; nil, which removes the key, if there is none.
    public var appStorageObject: Any? { flatMap(\.appStorageObject) }

    /// - Parameter appStorageObject: What is stored.
    public init?(appStorageObject: Any) {
        guard let value = Wrapped(appStorageObject: appStorageObject) else { return nil }
        self = .some(value)
    }
}
