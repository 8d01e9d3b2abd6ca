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

/// The processor time that the whole process has used, on whatever thread, in nanoseconds.
func processTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// How long this thread has waited for a processor, in nanoseconds; 0 where the system does not say.
func threadDelay() -> Double {
    guard let file = fopen("/proc/thread-self/schedstat", "r") else { return 0 }
    defer { fclose(file) }
    // Three numbers: the time on a processor, the time in its queue, and how often it ran.
    var text = Array<CChar>(repeating: 0, count: 128)
    guard fgets(&text, 128, file) != nil else { return 0 }
    let fields = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? Double(fields[1]) ?? 0 : 0
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
