#!/usr/bin/env bash
# How large a user's program is, and what a clean release build of it takes of the processor: writes a line for each of depot-bench's rows
# about programs into the file given, the row's name, the figure, and that of the same program without a library, with tabs between.
set -euo pipefail
depot=$(cd "$(dirname "$0")/../.." && pwd)
output=$(realpath "${1:?usage: measure.sh FILE}")
swift=${SWIFT:-swift}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
TIMEFORMAT='%U %S'

# A package with one executable of one file, which is read from the standard input: `package NAME PRODUCT…`.
package() {
    local name=$1 products="" product dependency=""
    shift
    if [ $# -gt 0 ]; then dependency=".package(name: \"depot\", path: \"$depot\")"; fi
    for product in "$@"; do products+=".product(name: \"$product\", package: \"depot\"), "; done
    mkdir -p "$folder/hello-$name/Sources/hello"
    cat >"$folder/hello-$name/Sources/hello/main.swift"
    cat >"$folder/hello-$name/Package.swift" <<MANIFEST
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "hello",
    platforms: [.macOS(.v15)],
    dependencies: [$dependency],
    targets: [.executableTarget(name: "hello", dependencies: [$products])])
MANIFEST
}

# Builds a package and prints the seconds of the processor that took, on all its cores, and the bytes of the stripped executable.
build() {
    local seconds path="$folder/hello-$1"
    seconds=$({ time "$swift" build -c release --package-path "$path" >"$path/log" 2>&1; } 2>&1 | awk '{ print $1 + $2 }') || {
        cat "$path/log" >&2
        return 1
    }
    strip -o "$path/stripped" "$("$swift" build -c release --package-path "$path" --show-bin-path)/hello"
    [ "$("$path/stripped")" = "Hello, world!" ]
    echo "$seconds $(wc -c <"$path/stripped")"
}

package plain <<'SWIFT'
protocol Greeter: Sendable { func greet() }
struct English: Greeter { func greet() { print("Hello, world!") } }

let greeter: any Greeter = English()
greeter.greet()
SWIFT

package depot Depot <<'SWIFT'
import Depot

protocol Greeter: Sendable { func greet() }
struct English: Greeter { func greet() { print("Hello, world!") } }

let container = Container()
container.register((any Greeter).self, using: English.init)
container.resolve((any Greeter).self).greet()
SWIFT

package shared Depot DepotSharing <<'SWIFT'
import Depot
import DepotSharing

protocol Greeter: Sendable { func greet() }
struct English: Greeter {
    @Shared(.inMemory("name")) var name = "world"
    func greet() { print("Hello, \(name)!") }
}

let container = Container()
container.register((any Greeter).self, using: { English() })
container.resolve((any Greeter).self).greet()
SWIFT

plain=$(build plain)
withDepot=$(build depot)
withSharing=$(build shared)
read -r plainSeconds plainBytes <<<"$plain"
read -r depotSeconds depotBytes <<<"$withDepot"
read -r sharedSeconds sharedBytes <<<"$withSharing"
line() { printf '%s\t%s\t%s\n' "$@"; }
kibibytes() { awk -v more="$1" -v less="$plainBytes" 'BEGIN { print (more - less) / 1024 }'; }
{
    line "program: size, stripped, beyond the same without a library" "$(kibibytes "$depotBytes")" 0
    line "program with shared state: size, stripped, beyond the same without a library" "$(kibibytes "$sharedBytes")" 0
    line "program: clean release build, processor time" "$depotSeconds" "$plainSeconds"
    line "program with shared state: clean release build, processor time" "$sharedSeconds" "$plainSeconds"
} >"$output"
cat "$output"
