import Depot

// Ten mistakes, each told on its line, in the words after `error:`.

struct Config: Sendable {
    var host = ""
    var retries = 2
    var scheme = ""
}
struct Client: Sendable { init(url: String, retries: Int) {} }

func assemble(_ c: Container) {
    c.register(Client.self) { r in
        let config = try r.resolve(Config.self)
        let url = config.scheme + "://" + config.hots  // error: value of type 'Config' has no member 'hots'
        return Client(url: url, retries: 1)
    }
    c.register(Client.self, .singleton) { r in
        let config = try r.resolve(Config.self)
        return Client(url: config.host, retires: config.retries)  // error: incorrect argument label
    }
    c.register(Client.self) { r in
        let retries = try r.resolve(Config.self).host
        return Client(url: "a", retries: retries)  // error: cannot convert value of type 'String'
    }
    c.register(Client.self) { r in
        let config = r.resolve(Config.self)  // error: call can throw, but it is not marked with 'try'
        return Client(url: config.host, retries: 1)
    }
    c.register(Client.self) { r in
        let config = try r.resolve(Confg.self)  // error: cannot find 'Confg' in scope
        return Client(url: config.host, retries: 1)
    }
    c.register(Client.self) { r in
        let url = "a" + "b"
        return url  // error: cannot convert value of type 'String' to closure result type 'Client'
    }
    c.register(Client.self) { (r, id: Int) in
        let url = "a" + id  // error: binary operator '+' cannot be applied
        return Client(url: url, retries: 1)
    }
    c.register(Double.self) { r in
        Double(try r.resolve(Int.self)) * 2 + "3"  // error: cannot convert value of type 'String'
    }
    c.register(Client.self) { r in
        let config = try r.reslove(Config.self)  // error: value of type 'Resolver' has no member 'reslove'
        return Client(url: config.host, retries: 1)
    }
    c.register(Client.self, .singleton) { r in
        guard try r.resolve(Int.self) > 0 else { return nil }  // error: 'nil' is not compatible
        return Client(url: "a", retries: 1)
    }
}
