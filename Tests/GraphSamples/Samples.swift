package import Depot

package protocol Network: Sendable {}
package protocol Store: Sendable {}
package protocol Login: Sendable {}

package struct PlainNetwork: Network { package init() {} }
package struct FileStore: Store { package init(network: any Network) {} }
package struct DefaultLogin: Login { package init(store: any Store, clock: Lazy<Clock>) {} }
package struct Clock: Sendable { package init() {} }
@MainActor package final class LoginScreen { package init(login: any Login) {} }
package struct Needy: Sendable { package init(absent: Absent) {} }
package struct Absent: Sendable { package init() {} }
package struct Plugin: Sendable {
    let number: Int

    package init(number: Int) { self.number = number }
}

/// A container with a bit of everything; `change` registers what is to be otherwise.
package func sample(_ change: (Container) -> Void = { _ in }) -> Container {
    let container = Container()
    container.register((any Network).self, .singleton, in: .repository, using: PlainNetwork.init)
    container.register((any Store).self, .singleton, in: .repository, using: FileStore.init)
    container.register((any Login).self, in: .useCase, using: DefaultLogin.init)
    container.register(Clock.self, in: .useCase, using: Clock.init)
    container.register(LoginScreen.self, in: .viewModel, using: LoginScreen.init)
    change(container)
    return container
}

/// Names that want to be more than text.
package let hostileNames = [
    "</script><script>window.hacked = 1</script>", "\"><img src=x onerror=\"window.hacked = 1\">", "<!--<script>", "{{DATA}} {{SCRIPT}}",
    "'; window.hacked = 1; '", "\u{202E}desrever \u{2067}\u{5E9}\u{5DC}\u{5D5}\u{5DD}\u{2069}", "line\nbreak\u{2028}and\u{0}nul",
    "`` ` ``` code",
    String(repeating: "Generic<", count: 300) + "Int" + String(repeating: ">", count: 300), "\\u003c/script>",
    // To Swift these `<`, `>` and quotes are parts of other characters.
    "\u{600}</script>\u{600}<script>window.hacked = 1//\u{600}</script>", "a\"\u{301}];evil[label=\"x", "`\u{301}` <\u{338}b>",
    "& &lt; &amp;lt;", "🎬",
]

/// A container in which names, layers, and a problem's sentences are hostile.
package func hostile() -> Container {
    let container = Container()
    for (index, name) in hostileNames.enumerated() {
        container.register(Plugin.self, name: Name(name), .singleton, in: Layer(name, rank: Double(name.count))) { r in
            if index > 0 { _ = try r.resolve(Plugin.self, name: Name(hostileNames[index - 1])) }
            return Plugin(number: 1)
        }
        container.decorate(Clock.self, name: Name(name)) { clock, _ in clock }
    }
    return container
}
