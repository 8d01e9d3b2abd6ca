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
case "as-nobody": await asNobody(arguments[1])
case "small-disk": await smallDisk(arguments[1])
case "full-disk": await fullDisk(arguments[1])
case "million": million(arguments[1], writes: Int(arguments[2]) ?? 1_000_000)
case "first-scope": firstScope()
default: fatalError("usage: sharing-probe SCENE ARGUMENTS")
}
