// swift-format-ignore-file
// As much of UIKit, and of the Objective-C runtime that it brings along, as the sources use.
@MainActor open class UIViewController {}

public enum objc_AssociationPolicy: UInt {
    case OBJC_ASSOCIATION_RETAIN
}

public func objc_setAssociatedObject(_ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy) {}

public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? { nil }
