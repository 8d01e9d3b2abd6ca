import Depot

// What no expression of may take the type checker 100 ms.

struct Config: Sendable {
    var host = ""
    var port = 1
    var retries = 2
    var path = ""
    var scheme = ""
}
struct Client: Sendable { init(url: String, retries: Int) {} }
@MainActor final class Screen { init(title: String) {} }

func assemble(_ c: Container) {
    c.register(Double.self) { r in Double(try r.resolve(Int.self)) * 2 + 1 / 3 - 4 }
    c.register(String.self) { r in "https://" + (try r.resolve(Config.self)).host + ":" + "8080" + "/path" }
    c.register(String.self, .singleton) { r in
        try r.resolve(Config.self).scheme + "://" + r.resolve(Config.self).host + "/" + r.resolve(Config.self).path
    }
    c.register(Client.self, .singleton) { r in
        let config = try r.resolve(Config.self)
        let url = config.scheme + "://" + config.host + ":" + String(config.port) + config.path
        return Client(url: url, retries: config.retries + 1)
    }
    c.register([String].self) { r in
        try ["a", "b" + r.resolve(Config.self).host].map { $0 + "-" + $0 }.filter { !$0.isEmpty }
    }
    c.register(Client.self) { (r, name: String) in
        Client(url: name + "/" + (try r.resolve(Config.self)).host + "?" + name, retries: 2 * 3 + 1)
    }
    c.register(Bool.self) { r in try r.resolve(Int.self) > 3 && r.resolve(String.self).count < 2 + 4 * 7 }
    c.register(Duration.self) { r in .milliseconds(Double(try r.resolve(Int.self)) * 1.5 + 200 / 3) }
    c.contribute(String.self) { r in "a" + (try r.resolve(String.self)) + "b" + "c" + "d" }
    c.replace(Double.self) { r in Double(try r.resolve(Int.self)) * 2 + 1 / 3 - 4 }
    c.register(Screen.self, onMainActor: { r in Screen(title: "a" + (try r.resolve(String.self)) + "b" + "c" + "d") })
    c.registerAsync(Double.self, .singleton) { r in Double(try await r.resolveAsync(Int.self)) * 2 + 1 / 3 - 4 }
}
