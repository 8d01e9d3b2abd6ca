public final class Container: Sendable { public init() {} }
