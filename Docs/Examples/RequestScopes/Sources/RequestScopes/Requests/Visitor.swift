/// Who makes a request, as its services see it.
///
/// It is anonymous by registration; a request in a session is given the session's user in its place.
enum Visitor: Hashable, Sendable {
    case anonymous
    case user(SessionUser)

    /// The user; nil for nobody in particular.
    var user: SessionUser? {
        switch self {
        case .anonymous: nil
        case .user(let user): user
        }
    }
}
