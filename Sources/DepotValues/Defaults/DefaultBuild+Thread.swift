#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension DefaultBuild {
    /// The running thread, which makes a default from beginning to end.
    static func currentThread() -> BuildLedger.Thread {
        #if canImport(Darwin)
            BuildLedger.Thread(bitPattern: pthread_self())
        #elseif canImport(Glibc)
            BuildLedger.Thread(pthread_self())
        #else
            BuildLedger.Thread(bitPattern: pthread_self())
        #endif
    }
}
