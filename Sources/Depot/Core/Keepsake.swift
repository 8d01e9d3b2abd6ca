/// A service that an override keeps for someone, with what it was made from.
class Keepsake {  // Immutable; the service is handed out only to those who hold what it was resolved for.
    let instance: Instance

    init(_ instance: Instance) {
        self.instance = instance
    }
}
