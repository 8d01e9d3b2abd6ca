import Foundation
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A `popcorn` at a terminal of its own, at which a test is the person.
final class TerminalPopcorn: Sendable {
    private let process: pid_t
    /// What the person types at and looks at.
    private let person: Int32
    /// The terminal itself, to look at how it is set.
    private let terminal: Int32
    private let seen = Mutex("")

    init(_ command: [String], environment: [String: String]) throws {
        let path: String
        (person, path) = try Self.newTerminal()
        terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { throw POSIXError(.ENOTTY) }
        process = try Self.spawn(command, environment, at: path)
        Thread.detachNewThread { [self] in
            var buffer = [UInt8](repeating: 0, count: 256)
            while case let count = read(person, &buffer, buffer.count), count > 0 {
                let text = String(decoding: buffer[..<count], as: UTF8.self)
                seen.withLock { $0 += text }
            }
        }
    }

    /// The person's side of a new terminal, and where the other side is.
    private static func newTerminal() throws -> (Int32, path: String) {
        #if canImport(Darwin)
            let person = posix_openpt(O_RDWR | O_NOCTTY)
            guard person >= 0, grantpt(person) == 0, unlockpt(person) == 0, let name = ptsname(person) else { throw POSIXError(.ENOTTY) }
            return (person, String(cString: name))
        #else
            // What unlockpt(3) and ptsname(3) do, which Swift's module of the C library leaves out.
            let person = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            var (lock, number) = (Int32(0), Int32(0))
            guard person >= 0, ioctl(person, 0x4004_5431, &lock) == 0, ioctl(person, 0x8004_5430, &number) == 0 else {
                throw POSIXError(.ENOTTY)
            }
            return (person, "/dev/pts/\(number)")
        #endif
    }

    #if canImport(Darwin)
        private static let newSession = Int16(POSIX_SPAWN_SETSID)
    #else
        private static let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID of glibc and musl
    #endif

    /// Begins a session, of which the terminal becomes the controlling one when it is opened as standard input.
    private static func spawn(_ command: [String], _ environment: [String: String], at path: String) throws -> pid_t {
        #if canImport(Darwin)
            var (files, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
        #else
            var (files, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        #endif
        posix_spawn_file_actions_init(&files)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&files)
            posix_spawnattr_destroy(&attributes)
        }
        for descriptor in STDIN_FILENO...STDERR_FILENO { posix_spawn_file_actions_addopen(&files, descriptor, path, O_RDWR, 0) }
        // No signal is blocked, as some are on this thread.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Self.newSession | Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var process = pid_t()
        guard posix_spawn(&process, command[0], &files, &attributes, &arguments, &variables) == 0 else { throw POSIXError(.ENOEXEC) }
        return process
    }

    deinit {
        close(person)
        close(terminal)
    }

    /// What is on the screen.
    var screen: String { seen.withLock { $0 } }

    func type(_ text: String) { _ = write(person, text, text.utf8.count) }

    func send(_ signal: Int32) { kill(process, signal) }

    /// Whether the terminal shows what is typed.
    var isShowing: Bool {
        var settings = termios()
        return tcgetattr(terminal, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Waits until something is so, at most for half an hour: the task pool may be busy for minutes.
    func wait(until isSo: (TerminalPopcorn) -> Bool) async -> Bool {
        let deadline = ContinuousClock.now.advanced(by: .seconds(1_800))
        while !isSo(self) {
            if .now > deadline {
                send(SIGKILL)
                return isSo(self)
            }
            try? await ContinuousClock().sleep(for: .milliseconds(2))
        }
        return true
    }

    /// Waits until it ends or stops, at most for half an hour.
    ///
    /// - Returns: How, as `waitpid` says it.
    func status() async -> Int32 {
        var status: Int32 = 0
        _ = await wait { waitpid($0.process, &status, WNOHANG | WUNTRACED) == $0.process }
        return status
    }
}
