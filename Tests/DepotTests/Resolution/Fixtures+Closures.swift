import Depot
import Testing

/// Something that keeps the resolver that it was made with.
final class ResolverHolder: Sendable {
    let resolver: Resolver
    let network: any Network

    init(_ resolver: Resolver, _ network: any Network) {
        self.resolver = resolver
        self.network = network
    }
}

/// Something that is made from a holder.
final class ResolverHolderOwner: Sendable {
    let holder: ResolverHolder
    let network: any Network

    init(_ holder: ResolverHolder, _ network: any Network) {
        self.holder = holder
        self.network = network
    }
}

/// What nobody registers.
final class Unknown: Sendable {}

extension Resolver {
    /// The way to what nobody registers, as the error tells it.
    var pathToUnknown: String {
        do throws(ResolutionError) {
            _ = try resolve(Unknown.self)
            return ""
        } catch {
            return "\(error)"
        }
    }
}
