/// The figures of the rows that miss their limit, as they are today: a short run fails when one gets worse than this by half.
///
/// Taken from `make bench` on a free machine; a row goes when it meets its limit.
enum Standing {
    /// What the build of a program without a library took where these were measured, in seconds of processor time.
    static let plainBuild = 0.84

    static let figures: [String: Double] = [
        "login view model": 23.4,
        "register one service of 201, its edges and source line included": 15.8,
        "cold graph of 101 singletons": 3_220,
        "start-up: register 201, resolve the root": 6_240,
        "start-up: register 201, validate, resolve the root": 16_500,
        "override, resolve a mock, leave": 13.3,
        "override, resolve two mocks, leave": 41.5,
        "override, resolve a mock that a factory makes, leave": 121,
        "in an override, an untouched singleton": 21,
        "open a request scope, resolve one scoped object, close": 20.2,
        "open a request scope, resolve one made by a closure, close": 28.3,
        "open a request scope, resolve one that takes a singleton, close": 31,
        "open a request scope, resolve one that takes two singletons and a scoped one, close": 61,
        "open a request scope that is given a value, resolve one made from it, close": 53,
        "10 scoped services made by closures in one scope, each": 36,
        "100 scoped services made by closures in one scope, each": 47,
        "1000 scoped services made by closures in one scope, each": 76,
        "@Inject after its first access: against a settled singleton": 1.47,
        "@Dependency, default": 1.7,
        "withDependencies with one value, read it, leave": 7.4,
        "@Shared in a file: withLock and save()": 1.82,
        "@Shared in a file in a folder of 10,000 files: withLock and save()": 1.98,
        "allocations: kept singleton, beyond its own object": 3,
        "bytes per registration, of 1,000": 667,
        "bytes more per kept singleton, its object included": 416,
        "settled singleton while another thread overrides another service: against idle": 2.4,
        "random keys of 10000": 1.45,
        "async chain of 10,000: memory": 59.1,
        "program: size, stripped, beyond the same without a library": 1_282,
        "program with shared state: size, stripped, beyond the same without a library": 2_214,
        "program: clean release build, processor time": 37.9,
        "program with shared state: clean release build, processor time": 55.9,
    ]
}
