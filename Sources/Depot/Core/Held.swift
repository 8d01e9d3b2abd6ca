/// A shared instance on its way to the caller.
///
/// The way of shared instances knows no service's type, so that nothing on it has to look for types at run time: that took a third
/// of the time of making one.
struct Held {
    let instance: Instance
    /// What nobody else may be holding, where the instance lives weakly.
    fileprivate let object: AnyObject?

    init(_ instance: Instance, object: AnyObject?) {
        self.instance = instance
        self.object = object
    }

    /// Holds an instance; nil where it was weak and has gone.
    init?(_ instance: Instance) {
        self.instance = instance
        guard instance.isWeak else {
            object = nil
            return
        }
        guard let object = instance.object else { return nil }
        self.object = object
    }

    /// The service in it, whose type is that of the key it was found under.
    func service<Service>(as type: Service.Type) -> Service {
        // The instance was made by the registration of this type, and the object was put in as one.
        if let object { return object as! Service }
        // As above.
        return unsafeDowncast(instance, to: TypedInstance<Service>.self).value
    }
}

/// What a factory made for others to share.
struct Product {
    let held: Held
    /// What is to be disposed at the end of its owner.
    let entry: Disposables.Entry?
}
