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

    /// Reads a stored value; nil where it is of another type.
    public init?(appStorageObject: Any) {
        guard let value = (appStorageObject as? Bool) ?? StoredNumber(appStorageObject)?.bool else { return nil }
        self = value
    }
}

extension Int: AppStorageValue {
    /// Itself.
    public var appStorageObject: Any? { self }

    /// Reads a stored value; nil where it is of another type.
    public init?(appStorageObject: Any) {
        guard let value = (appStorageObject as? Int) ?? StoredNumber(appStorageObject)?.int else { return nil }
        self = value
    }
}

extension Double: AppStorageValue {
    /// Itself.
    public var appStorageObject: Any? { self }

    /// Reads a stored value; nil where it is of another type.
    public init?(appStorageObject: Any) {
        guard let value = (appStorageObject as? Double) ?? StoredNumber(appStorageObject)?.double else { return nil }
        self = value
    }
}

extension String: AppStorageValue {
    /// Itself.
    public var appStorageObject: Any? { self }

    /// Reads a stored value; nil where it is of another type.
    public init?(appStorageObject: Any) {
        guard let value = appStorageObject as? String else { return nil }
        self = value
    }
}

extension [String]: AppStorageValue {
    /// Itself.
    public var appStorageObject: Any? { self }

    /// Reads a stored value; nil where it is of another type.
    public init?(appStorageObject: Any) {
        guard let value = appStorageObject as? [String] else { return nil }
        self = value
    }
}

extension Data: AppStorageValue {
    /// Itself.
    public var appStorageObject: Any? { self }

    /// Reads a stored value; nil where it is of another type.
    public init?(appStorageObject: Any) {
        guard let value = appStorageObject as? Data else { return nil }
        self = value
    }
}

extension Date: AppStorageValue {
    /// Itself on Apple platforms, elsewhere the seconds since the reference date.
    ///
    /// A property list on the disk has dates without fractions there.
    public var appStorageObject: Any? {
        #if canImport(Darwin)
            self
        #else
            timeIntervalSinceReferenceDate
        #endif
    }

    /// Reads a stored date; nil where something else is stored.
    public init?(appStorageObject: Any) {
        if let value = appStorageObject as? Date {
            self = value
        } else if !(appStorageObject is Bool), let seconds = Double(appStorageObject: appStorageObject) {
            self.init(timeIntervalSinceReferenceDate: seconds)
        } else {
            return nil
        }
    }
}

extension URL: AppStorageValue {
    /// Its text; an archive where the text reads as another URL: as a file's path, or as a URL without its base.
    public var appStorageObject: Any? {
        let text = absoluteString
        if URL(appStorageObject: text) == self { return text }
        // `self as NSURL` has no base on Linux.
        let archive = NSURL(string: relativeString, relativeTo: baseURL).flatMap {
            try? NSKeyedArchiver.archivedData(withRootObject: $0, requiringSecureCoding: true)
        }
        return archive ?? text
    }

    /// Reads what ``appStorageObject`` gives, and what `UserDefaults.set(_: URL?, forKey:)` stores: a file's path, or an archive.
    public init?(appStorageObject: Any) {
        switch appStorageObject {
        case let text as String where text.hasPrefix("/") || text.hasPrefix("~"):
            self.init(fileURLWithPath: NSString(string: text).expandingTildeInPath)
        case let text as String:
            self.init(string: text)
        case let archive as Data:
            guard let url = try? NSKeyedUnarchiver.unarchivedObject(ofClass: NSURL.self, from: archive) else { return nil }
            self = URL(string: url.relativeString, relativeTo: url.baseURL) ?? url as URL
        default:
            return nil
        }
    }
}

extension Optional: AppStorageValue where Wrapped: AppStorageValue {
    /// What the value is; nil, which removes the key, if there is none.
    public var appStorageObject: Any? { flatMap(\.appStorageObject) }

    /// Reads a stored value; nil where it is of another type.
    public init?(appStorageObject: Any) {
        guard let value = Wrapped(appStorageObject: appStorageObject) else { return nil }
        self = .some(value)
    }
}

/// A number of another type than the one asked for, which is given only where nothing of it is lost.
private struct StoredNumber {
    private let number: NSNumber

    init?(_ object: Any) {
        switch object {
        case let value as Int: number = NSNumber(value: value)
        case let value as Double: number = NSNumber(value: value)
        case let value as NSNumber: number = value
        default: return nil
        }
    }

    var double: Double? {
        if let value = number as? Double { return value }
        return Double(exactly: number.int64Value).flatMap { NSNumber(value: $0).compare(number) == .orderedSame ? $0 : nil }
    }

    var int: Int? { (number as? Int) ?? Int(exactly: number.doubleValue) }

    var bool: Bool? {
        switch number.doubleValue {
        case 0: false
        case 1: true
        default: nil
        }
    }
}
