import DepotSharing

/// What a person has chosen about the app, in user defaults of the home directory: `settings.plist`.
enum Settings {
    /// The names of the settings, as `popcorn settings` has them.
    enum Name: String, CaseIterable, Sendable {
        case name
        case verbose
    }
}

extension SharedKey where Self == AppStorageKey<String?> {
    /// The name that a login offers: the one that logged in last, or one that was chosen.
    static var offeredName: Self { .appStorage(Settings.Name.name.rawValue) }
}

extension SharedKey where Self == AppStorageKey<Bool>.Default {
    /// Whether each request is shown on standard error.
    static var isVerbose: Self { Self[.appStorage(Settings.Name.verbose.rawValue), default: false] }
}
