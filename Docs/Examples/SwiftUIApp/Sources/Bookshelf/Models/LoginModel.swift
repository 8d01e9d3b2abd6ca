public import Observation

/// The screen that asks for a name and a password.
@MainActor @Observable
public final class LoginModel {
    /// What is written in the field of the name.
    public var name = ""
    /// What is written in the field of the password.
    public var password = ""
    /// Why the last login failed.
    public private(set) var message: String?
    @ObservationIgnored private let account: Account

    /// - Parameter account: What is logged in to.
    public init(account: Account) { self.account = account }

    /// Whether both fields are filled in.
    public var isComplete: Bool { !name.isEmpty && !password.isEmpty }

    /// Logs in with what is written in the fields.
    public func logIn() async {
        do {
            try await account.logIn(name: name, password: password)
            message = nil
        } catch is WrongPassword {
            message = "The name or the password is wrong."
        } catch {
            message = "The library cannot be reached."
        }
    }
}
