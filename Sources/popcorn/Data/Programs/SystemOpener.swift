import Foundation

/// Opens files by `open` on macOS, by `xdg-open` elsewhere.
struct SystemOpener: Opener {
    private let programs: Programs

    init() { self.init(programs: .ofTheEnvironment) }

    init(programs: Programs) {
        self.programs = programs
    }

    func open(_ file: URL) throws(Problem) {
        for name in ["open", "xdg-open"] {
            guard let program = programs.find(name) else { continue }
            if Programs.run(program, [file.path]) { return }
            throw Problem(
                .fileAccess, "\(name) could not open the file.", at: file.path, fix: "open it yourself, in a browser for example.")
        }
        throw Problem(
            .fileAccess, "There is no program here that opens files: neither open nor xdg-open.", at: file.path,
            fix: "open the file yourself, in a browser for example, or install xdg-utils.")
    }
}
