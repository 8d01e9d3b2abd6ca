#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A line that a person types at the terminal without seeing it.
///
/// Unlike with `getpass(3)`, ^C and ^\ end the process and ^Z stops it, and the terminal shows again what is typed. A process that goes on
/// after ^Z asks again.
enum HiddenLine {
    private static let signals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP]

    /// Asks for the line; one at a time.
    ///
    /// - Returns: The line, without its end; nil where there is no terminal, or it ended before anything was typed.
    static func ask(_ prompt: String) -> String? {
        let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        var shown = termios()
        guard tcgetattr(terminal, &shown) == 0, let text = strdup(prompt) else { return nil }
        defer { free(text) }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)

        state.initialize(to: Asking(terminal: terminal, shown: shown, hidden: hidden, text: text, length: strlen(text)))
        let handled = signals.filter(handle)
        tcsetattr(terminal, TCSAFLUSH, &hidden)
        write(terminal, text, strlen(text))
        let line = line(from: terminal)
        tcsetattr(terminal, TCSANOW, &shown)
        for number in handled { sigaction(number, earlier + Int(number), nil) }
        write(terminal, "\n", 1)
        return line
    }

    /// Has the terminal restored before a signal does what it does without this; not where the signal is ignored.
    private static func handle(_ number: Int32) -> Bool {
        sigaction(number, nil, earlier + Int(number))
        let old = signal(number, giveWay)
        // The address of the handler, to compare it: functions cannot be.
        if unsafeBitCast(old, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) { return true }
        sigaction(number, earlier + Int(number), nil)
        return false
    }

    private static func line(from terminal: Int32) -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            switch read(terminal, &byte, 1) {
            case 1 where byte == UInt8(ascii: "\n"): return String(decoding: line, as: UTF8.self)
            case 1: line.append(byte)
            case -1 where errno == EINTR: continue
            default: return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
            }
        }
    }
}

/// What a handler has to know.
private struct Asking {
    let terminal: Int32
    let shown: termios
    let hidden: termios
    let text: UnsafeMutablePointer<CChar>
    let length: Int
}

// Written before the handlers are installed, and only read by them; a pointer, because a handler must not be checked for exclusivity.
nonisolated(unsafe) private let state = UnsafeMutablePointer<Asking>.allocate(capacity: 1)
// What each signal did without this, by its number; the same goes for it.
nonisolated(unsafe) private let earlier = UnsafeMutablePointer<sigaction>.allocate(capacity: 32)

/// Restores the terminal, and lets a signal do what it does by itself.
///
/// It calls nothing that must not be called in a handler, see signal-safety(7), and runs on any thread.
private func giveWay(_ number: Int32) {
    let before = errno
    var (shown, hidden) = (state.pointee.shown, state.pointee.hidden)
    tcsetattr(state.pointee.terminal, TCSANOW, &shown)
    sigaction(number, earlier + Int(number), nil)
    var itself = sigset_t()
    sigemptyset(&itself)
    sigaddset(&itself, number)
    pthread_sigmask(SIG_UNBLOCK, &itself, nil)
    raise(number)
    // Only ^Z gets here, when the process goes on.
    signal(number, giveWay)
    tcsetattr(state.pointee.terminal, TCSAFLUSH, &hidden)
    write(state.pointee.terminal, state.pointee.text, state.pointee.length)
    errno = before
}
