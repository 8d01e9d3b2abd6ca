/// The figures of the rows that miss their limit, as they are today: a short run fails when one gets worse than this by half.
///
/// Taken from `make bench` on a free machine; a row goes when it meets its limit.
enum Standing {
    /// What the build of a program without a library took where these were measured, in seconds of processor time.
    static let plainBuild = 0.84

    static let figures: [String: Double] = [
        "login view model": 24.6,
        "register one service of 201, its edges and source line included": 17.1,
        "cold graph of 101 singletons": 3_000,
        "start-up: register 201, resolve the root": 5_470,
        "start-up: register 201, validate, resolve the root": 9_980,
        "override, resolve a mock, leave": 19.0,
        "override, resolve two mocks, leave": 32.2,
        "override, resolve a mock that a factory makes, leave": 106,
        "in an override, an untouched singleton": 2.64,
        "open a request scope, resolve one scoped object, close": 20.0,
        "open a request scope, resolve one that takes a singleton, close": 29.0,
        "open a request scope that is given a value, resolve one made from it, close": 42.7,
        "100 scoped services made by closures in one scope, each": 28.8,
        "1000 scoped services made by closures in one scope, each": 30.2,
        "@Inject after its first access: against a settled singleton": 1.05,
        "@Dependency, default": 1.79,
        "withDependencies with one value, read it, leave": 7.12,
        "@Shared in a file: withLock and save()": 1.82,
        "@Shared in a file in a folder of 10,000 files: withLock and save()": 1.98,
        "bytes per registration, of 1,000": 489,
        "bytes more per kept singleton, its object included": 160,
        "settled singleton while another thread overrides another service: against idle": 2.4,
        "async chain of 10,000: memory": 47.2,
        "program: size, stripped, beyond the same without a library": 1_189,
        "program with shared state: size, stripped, beyond the same without a library": 1_939,
        "program: clean release build, processor time": 37.9,
        "program with shared state: clean release build, processor time": 55.9,
    ]
}
