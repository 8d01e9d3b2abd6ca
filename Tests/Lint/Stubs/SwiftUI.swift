// swift-format-ignore-file
// As much of SwiftUI as the sources use, in its own shapes: enough to type-check them where there is none.
public import Foundation

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError() }
}

public struct EmptyView: View {
    nonisolated public init() {}
    public var body: Never { fatalError() }
}

@resultBuilder public enum ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    @ViewBuilder func body(content: Content) -> Body
    typealias Content = _ViewModifier_Content<Self>
}

public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
    public var body: Never { fatalError() }
}

public struct ModifiedContent<Content, Modifier> {}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
    public var body: Never { fatalError() }
}

extension View {
    nonisolated public func modifier<T: ViewModifier>(_ modifier: T) -> ModifiedContent<Self, T> { ModifiedContent() }
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { fatalError() as Never }
    nonisolated public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void) -> some View {
        fatalError() as Never
    }
}

@propertyWrapper public struct State<Value> {
    public init(wrappedValue value: Value) { fatalError() }
    public init() where Value: ExpressibleByNilLiteral { fatalError() }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
}

@propertyWrapper public struct Binding<Value> {
    @preconcurrency public init(
        get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) { fatalError() }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
}

@MainActor @preconcurrency public struct OpenURLAction: Sendable {
    public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) { fatalError() }
}

public protocol DynamicProperty {}

extension State: DynamicProperty {}

public struct EnvironmentValues {
    public init() { fatalError() }
    public var openURL: OpenURLAction { fatalError() }
    public var locale: Locale
    public var calendar: Calendar
    public var timeZone: TimeZone
}
