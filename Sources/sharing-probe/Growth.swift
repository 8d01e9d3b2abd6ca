import Depot
import DepotSharing
import DepotValues
import Foundation

/// Writes many times with nobody observing and no main run loop, and says by how much the process grew.
func million(_ path: String, writes: Int) {
    @Shared(.inMemory("count")) var count = 0
    @Shared(.fileStorage(URL(filePath: path))) var file = 0
    for _ in 0..<10_000 {
        $count.withLock { $0 += 1 }
        $file.withLock { $0 += 1 }
    }
    let before = residentKilobytes()
    for _ in 0..<writes { $count.withLock { $0 += 1 } }
    for _ in 0..<writes { $file.withLock { $0 += 1 } }
    say("grown by \(residentKilobytes() - before) KiB")
}

func residentKilobytes() -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
    let fields = text.split(separator: " ")
    return (Int(fields[1]) ?? 0) * 4
}
