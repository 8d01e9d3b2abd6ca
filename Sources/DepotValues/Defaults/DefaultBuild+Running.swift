#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension DefaultBuild {
    /// The build that runs on this thread, the innermost.
    ///
    /// Known by the thread and not by the task: what the code of a key captures, starts or escapes is no part of its evaluation.
    static var running: DefaultBuild? {
        pthread_getspecific(key).map { Unmanaged<DefaultBuild>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Calls the code of a key as this build, until it returns.
    func run(_ code: () -> DefaultEntry) -> DefaultEntry {
        let outer = pthread_getspecific(Self.key)
        Self.setRunning(Unmanaged.passUnretained(self).toOpaque())
        defer { Self.setRunning(outer) }
        return code()
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let code = pthread_key_create(&key, nil)
        if code != 0 { fatalError("Depot: thread-local storage could not be made (error \(code)).") }
        return key
    }()

    private static func setRunning(_ build: UnsafeMutableRawPointer?) {
        let code = pthread_setspecific(key, build)
        if code != 0 { fatalError("Depot: thread-local storage could not be written (error \(code)).") }
    }
}
