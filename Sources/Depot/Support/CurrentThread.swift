#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The running thread.
package enum CurrentThread {
    /// Tells threads apart for as long as they live.
    package typealias ID = UInt

    package static var id: ID {
        #if canImport(Darwin)
            ID(bitPattern: pthread_self())
        #elseif canImport(Glibc)
            pthread_self()
        #else
            ID(bitPattern: pthread_self())
        #endif
    }
}
