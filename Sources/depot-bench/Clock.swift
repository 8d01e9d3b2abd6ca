#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The processor time that this thread has used, in nanoseconds: what others do on the machine does not count.
func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// The nanoseconds since some moment, by the clock on the wall.
func wallTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Takes a value so that the optimizer cannot leave out how it was got: unoptimized code may look at it.
@inline(never)
@_optimize(none)
func keep(_ value: any Service) {}

@inline(never)
@_optimize(none)
func keepObject(_ value: AnyObject) {}

@inline(never)
@_optimize(none)
func keep(_ value: Int) {}
