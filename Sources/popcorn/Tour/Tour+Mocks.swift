import Depot

extension Tour {
    func mocks() async {
        Page.chapter("Mocks: replace the edge, and everything that stands on it follows")
        Page.say("Only the network is replaced. The repository on it was built long ago, and is built anew with the mock:")
        Page.code("container.withOverrides { $0.replace((any NetworkManager).self, with: OfflineNetwork()) } operation: { … }")
        let real = container.resolve((any LoginRepository).self)

        await container.withOverrides {
            $0.replace((any NetworkManager).self, with: OfflineNetwork())
        } operation: {
            await tryToLogIn("inside: log in")
        }
        await tryToLogIn("outside: log in")

        Page.say("For everyone, until it is restored:")
        Page.code("let replacement = container.replace((any NetworkManager).self, with: WelcomingNetwork())")
        let replacement = container.replace((any NetworkManager).self, with: WelcomingNetwork())
        await tryToLogIn("replaced: log in")
        let pretended = container.resolve((any LoginRepository).self)
        replacement.restore()
        await tryToLogIn("restored: log in")

        Page.show("was the repository another?", pretended !== real ? "yes, one on the mock" : "no")
        Page.show("is it the very one from before?", container.resolve((any LoginRepository).self) === real ? "yes" : "no")
    }

    private func tryToLogIn(_ action: String) async {
        let screen = container.resolve(AppCoordinator.self).login()
        await screen.logIn(name: "ada", password: password)
        Page.show(action, screen.phase) { "logged in as \($0.account)" }
    }
}
