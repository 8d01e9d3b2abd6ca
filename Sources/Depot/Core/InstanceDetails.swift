/// What few instances have: those that are replaced, overridden, disposed, cached for a time, made from what lives in a scope,
/// or for what has a name.
final class InstanceDetails {
    unowned(unsafe) var owner: Core?  // An override takes its instances out before it goes.
    var isMetByCaller = false
    @exclusivity(unchecked) var replacements = Handful<ActiveReplacement>()
    var disposal: Disposables.Entry?
    /// What was made for it alone, of an override or a replacement, and is disposed after it.
    @exclusivity(unchecked) var parts: [Disposables.Entry] = []
    /// What keeps it from being disposed, where it was handed in.
    var handedIn: HandedIn?
    /// What asked for it, where its key is more than a type.
    var askingKey: Key?
    /// The kind of scope that it was met in, where there was none.
    var metKind: ScopeKind?
    var invalidEpoch: UInt = 0
    @exclusivity(unchecked) var verdicts = Verdicts()
    var indirect = Marks()
    /// What others look at it by, who do not keep it.
    var watched: WatchedInstance?
    /// When it was made and when it stops being handed out, on the registration's clock; nil where that is never.
    var term: (start: Duration, end: Duration)?

    var isOfNobody: Bool { owner == nil && replacements.isEmpty }
    var isEveryones: Bool { isOfNobody && metKind == nil }
}

/// An instance for as long as something else keeps it: one object for each.
final class WatchedInstance {
    weak let instance: Instance?

    init(_ instance: Instance) {
        self.instance = instance
    }
}
