import Depot
import DepotSharing
import DepotValues
import Dispatch
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

// Runs one scene in a process of its own, for tests that kill it, let it end, or run two of them.

let arguments = Array(CommandLine.arguments.dropFirst())

switch arguments.first {
case "write-forever": writeForever(arguments[1])
case "write-and-exit": writeAndExit(arguments[1], value: arguments[2])
case "default-and-exit": defaultAndExit(arguments[1], value: arguments[2])
case "duel": await duel(arguments[1], name: arguments[2], writes: Int(arguments[3]) ?? 0)
case "append": await append(arguments[1])
case "as-nobody": await asNobody(arguments[1], forGood: true)
case "as-nobody-for-now": await asNobody(arguments[1], forGood: false)
case "small-disk": await smallDisk(arguments[1])
case "full-disk": await fullDisk(arguments[1])
case "million": million(arguments[1], writes: Int(arguments[2]) ?? 1_000_000)
case "first-scope": firstScope()
case "exit-file": exitWhileOthersWrite(Shared(wrappedValue: 0, .fileStorage(URL(fileURLWithPath: arguments[1]))))
case "exit-defaults": exitWhileOthersWrite(Shared(wrappedValue: 0, .appStorage(arguments[1])))
case "exit-custom": exitWhileOthersWrite(Shared(wrappedValue: 0, SlowKey(path: arguments[1])))
case "default": printDefault(arguments[1])
case "exit-on-termination": exitOnTermination(arguments[1])
case "exit-on-two-threads": exitOnTwoThreads(arguments[1])
case "exit-in-observer": exitInObserver(arguments[1])
case "exit-in-save": exitInSave(arguments[1])
case "exit-after-failure": await exitAfterFailure(arguments[1])
case "no-descriptors": await noDescriptors(arguments[1])
case "no-watcher": await noWatcher(arguments[1])
case "narrow-umask": await narrowUmask(arguments[1])
default: fatalError("usage: sharing-probe SCENE ARGUMENTS")
}
