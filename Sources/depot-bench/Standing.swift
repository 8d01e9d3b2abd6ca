/// The figures of the rows that miss their limit, as they are today: a short run fails when one gets worse than this by half.
///
/// Taken from `make bench` on a free machine; a row goes when it meets its limit.
enum Standing {
    /// What the build of a program without a library took where these were measured, in seconds of processor time.
    static let plainBuild = 0.79

    static let figures: [String: Double] = [
        "login view model": 22.83,
        "register one service of 201, its edges and source line included": 15.45,
        "start-up: register 201, resolve the root": 4_546,
        "override, resolve a mock, leave": 20.73,
        "override, resolve two mocks, leave": 34.84,
        "override, resolve a mock that a factory makes, leave": 117.72,
        "in an override, an untouched singleton": 2.64,
        "open a request scope, resolve one scoped object, close": 19.56,
        "open a request scope, resolve one that takes a singleton, close": 29.19,
        "open a request scope that is given a value, resolve one made from it, close": 44.04,
        "the same, against one made from a value that its registration passes": 1.93,
        "100 scoped services made by closures in one scope, each": 27.53,
        "1000 scoped services made by closures in one scope, each": 30.39,
        "@Inject after its first access: against a settled singleton": 1.06,
        "@Shared: a further reference to a live key": 11.05,
        "@Shared in a file: withLock and save()": 1.82,
        "@Shared in a file in a folder of 10,000 files: withLock and save()": 1.98,
        "bytes per registration, of 1,000": 488.67,
        "bytes more per kept singleton, its object included": 160.02,
        "settled singleton while another thread overrides another service: against idle": 2.4,
        "async chain of 10,000: memory": 47.8,
        "program: size, stripped, beyond the same without a library": 1_373,
        "program with shared state: size, stripped, beyond the same without a library": 2_149,
        "program: clean release build, processor time": 42.85,
        "program with shared state: clean release build, processor time": 60.79,
    ]
}
