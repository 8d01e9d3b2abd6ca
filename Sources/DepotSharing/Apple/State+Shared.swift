#if canImport(SwiftUI)
    public import SwiftUI

    extension State where Value: Sendable {
        /// A shared value of a view, which SwiftUI keeps when it makes the view anew.
        ///
        /// A view's own `@Shared` begins again with each new view, and what it was turned to is lost: `$users = Shared(.archived)`, or a `load`
        /// of another key. This one stays what it was turned to.
        ///
        /// ```swift
        /// @State.Shared(.users) var users
        /// ```
        @propertyWrapper @MainActor public struct Shared: DynamicProperty {
            private let state: SwiftUI.State<DepotSharing.Shared<Value>>

            /// A value by its key, with a default.
            public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>) {
                self.init(DepotSharing.Shared(wrappedValue: wrappedValue(), key))
            }

            /// An optional value by its key; nil while nothing is stored.
            public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? { self.init(DepotSharing.Shared(key)) }

            /// A value by a key that has a default.
            public init<Base: SharedKey>(_ key: SharedKeyDefault<Base>) where Base.Value == Value { self.init(DepotSharing.Shared(key)) }

            /// An optional value by a key that has a default.
            public init<Base: SharedKey, Wrapped>(_ key: SharedKeyDefault<Base>) where Base.Value == Value, Value == Wrapped? {
                self.init(DepotSharing.Shared(key))
            }

            private init(_ shared: DepotSharing.Shared<Value>) { state = SwiftUI.State(wrappedValue: shared) }

            /// The value now.
            public var wrappedValue: Value { state.wrappedValue.wrappedValue }

            /// The shared property, for writing and passing on; setting it turns it to another one.
            public var projectedValue: DepotSharing.Shared<Value> {
                get { state.wrappedValue }
                nonmutating set { state.wrappedValue.projectedValue = newValue }
            }
        }

        /// A shared value of a view that is read there, which SwiftUI keeps when it makes the view anew.
        ///
        /// ```swift
        /// @State.SharedReader(.users) var users
        /// ```
        @propertyWrapper @MainActor public struct SharedReader: DynamicProperty {
            private let state: SwiftUI.State<DepotSharing.SharedReader<Value>>

            /// A value by its key, with a default.
            public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedReaderKey<Value>) {
                self.init(DepotSharing.SharedReader(wrappedValue: wrappedValue(), key))
            }

            /// An optional value by its key; nil while nothing is stored.
            public init<Wrapped>(_ key: some SharedReaderKey<Value>) where Value == Wrapped? { self.init(DepotSharing.SharedReader(key)) }

            /// A value by a key that has a default.
            public init<Base>(_ key: SharedKeyDefault<Base>) where Base.Value == Value { self.init(DepotSharing.SharedReader(key)) }

            /// An optional value by a key that has a default.
            public init<Base, Wrapped>(_ key: SharedKeyDefault<Base>) where Base.Value == Value, Value == Wrapped? {
                self.init(DepotSharing.SharedReader(key))
            }

            private init(_ shared: DepotSharing.SharedReader<Value>) { state = SwiftUI.State(wrappedValue: shared) }

            /// The value now.
            public var wrappedValue: Value { state.wrappedValue.wrappedValue }

            /// The shared property, for passing on; setting it turns it to another one.
            public var projectedValue: DepotSharing.SharedReader<Value> {
                get { state.wrappedValue }
                nonmutating set { state.wrappedValue.projectedValue = newValue }
            }
        }
    }
#endif
