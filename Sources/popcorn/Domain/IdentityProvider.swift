/// Who vouches for a person at a social login.
///
/// Both providers are played by the backend itself, but what they do is real: at the first login the app gets to keep a
/// random ticket for the provider, and every later login must show the same one.
struct IdentityProvider: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    let rawValue: String

    static let cinepass = IdentityProvider(rawValue: "cinepass")
    static let reelID = IdentityProvider(rawValue: "reel-id")

    /// The ones a backend knows.
    static let known = [cinepass, reelID]

    var description: String { rawValue }
}
