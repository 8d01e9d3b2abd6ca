import Foundation

/// A value that lives in a file of its own, changed by one process at a time.
///
/// Not `@Shared(.fileStorage(…))`: of two logins at the same time none may be lost, a refusal must leave the file as it is, and a
/// damaged file must stop the backend. A shared value is for what all may see at once and the last one to write decides.
struct JSONFile<Value: Codable & Equatable & Sendable>: Sendable {
    /// What is in it, for people: `accounts`.
    let title: String
    let url: URL
    /// What a file that does not exist stands for.
    let empty: Value

    /// The value as it is on disk.
    ///
    /// A file that holds something else is an error, and stays as it is.
    func read() throws(Problem) -> Value {
        guard let data = try AtomicFile(path: url.path).read() else { return empty }
        do {
            return try JSONDecoder.popcorn.decode(Value.self, from: data)
        } catch {
            throw Problem(
                .damagedFile, "The file with the \(title) is damaged.", at: url.path,
                fix: "repair it or move it aside; popcorn has not changed it, and makes a new one when there is none.")
        }
    }

    /// Changes the value, and writes it if it became another.
    ///
    /// - Returns: What the change returned or threw.
    func update<Answer, Failure: Error>(
        _ change: (inout Value) throws(Failure) -> Answer
    ) throws(Problem) -> Result<Answer, Failure> {
        try FileLock.make(url.deletingLastPathComponent(), for: title)
        return try FileLock.hold(directory: url.deletingLastPathComponent().path) { () throws(Problem) in
            let old = try read()
            var new = old
            let answer: Answer
            do throws(Failure) {
                answer = try change(&new)
            } catch {
                return .failure(error)
            }
            if new != old { try AtomicFile(path: url.path).write(encoded(new)) }
            return .success(answer)
        }
    }

    private func encoded(_ value: Value) throws(Problem) -> Data {
        do {
            return try JSONEncoder.popcorn.encode(value)
        } catch {
            throw Problem(.badInput, "The \(title) cannot be written as JSON.", at: url.path, fix: "\(error)")
        }
    }
}
