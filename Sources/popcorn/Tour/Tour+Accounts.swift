import Depot

extension Tour {
    func signUp() async {
        Page.chapter("Sign-up: two screens, made by a coordinator")
        Page.say("The coordinator holds factories. The second screen is made from the name that the first one chose:")
        Page.code("Factory<SignUpSecondViewModel, AccountName>")
        let coordinator = container.resolve(AppCoordinator.self)

        let first = coordinator.signUp()
        await first.choose(name: "Ada Lovelace")
        Page.show("choose \"Ada Lovelace\"", first.phase) { "\($0)" }
        await first.choose(name: "ada")
        Page.show("choose \"ada\"", first.phase) { "\($0), and on to the next screen" }

        guard let name = try? first.phase.value else { return }
        let second = coordinator.signUp(as: name)
        await second.finish(password: password)
        Page.show("set the password \(password)", second.phase) { "the account \"\($0.name)\" exists" }
        await second.finish(password: password)
        Page.show("and once more", second.phase) { $0.name }
    }

    func logIn() async {
        Page.chapter("Login: view model → use case → repository → network")
        let screen = container.resolve(AppCoordinator.self).login()
        await screen.logIn(name: "ada", password: Password(rawValue: "one ticket"))
        Page.show("log in with a wrong password", screen.phase) { $0.account }
        await screen.logIn(name: "ada", password: password)
        Page.show("log in with the right one", screen.phase) { "logged in as \($0.account)" }

        let social = container.resolve(AppCoordinator.self).socialLogin(with: .cinepass)
        await social.logIn(name: "grace")
        Page.show("log in by cinepass", social.phase) { "logged in as \($0.account)" }
        await screen.logIn(name: "ada", password: password)
    }
}
