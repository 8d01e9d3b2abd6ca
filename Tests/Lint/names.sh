#!/bin/sh
# No public name of a library hides a module of the system's or a public top-level name of one that a file of an app imports beside it:
# `public class Observation` would break `@Observable`. The names come from symbol graphs; those of Apple's modules from a list.
set -eu
cd "$(dirname "$0")/../.."
swift=${SWIFT:-swift}
out=.build-lint/names
theirs="Swift _Concurrency _StringProcessing Synchronization Observation Dispatch Foundation FoundationEssentials FoundationInternationalization Testing XCTest"
ours="Depot DepotGraph DepotValues DepotSharing DepotTesting"
target=$("${swift}c" -print-target-info | sed -n 's/^ *"triple": "\(.*\)",$/\1/p' | head -1)
mkdir -p "$out"

# The top-level names of a module, without the labels of functions and macros, and without operators.
names() {
    find "$1" -name "$2.symbols.json" -exec grep -oh '"pathComponents":\["[^"]*"\]' {} + |
        sed 's/.*\["//; s/"\]$//; s/(.*//' | grep -E '^[A-Za-z_]' | sort -u
}

# That of the toolchain's modules is kept for as long as the toolchain stays the same.
version=$("${swift}c" --version 2>&1)
if [ "$(cat "$out/version" 2>/dev/null)" != "$version" ]; then
    rm -rf "$out"
    mkdir -p "$out/graphs"
    : >"$out/theirs"
    for module in $theirs; do
        "$swift" symbolgraph-extract -module-name "$module" -target "$target" -output-dir "$out/graphs" -minimum-access-level public
        { echo "$module"; names "$out/graphs" "$module*"; } | sed "s/\$/ $module/" >>"$out/theirs"
    done
    rm -rf "$out/graphs"
    echo "$version" >"$out/version"
fi
for name in Array Task Data Observable SourceLocation XCTestCase Duration Mutex; do
    grep -q "^$name " "$out/theirs" || { echo "The names of the system's modules lack $name."; exit 1; }
done

for module in $ours; do
    "$swift" build --scratch-path .build-lint --target "$module" -Xswiftc -require-explicit-sendable \
        >"$out/build.log" 2>&1 || { cat "$out/build.log"; exit 1; }
done
modules=$("$swift" build --scratch-path .build-lint --show-bin-path)/Modules
mkdir -p "$out/graphs"
: >"$out/ours"
for module in $ours; do
    "$swift" symbolgraph-extract -module-name "$module" -target "$target" -I "$modules" -output-dir "$out/graphs" \
        -minimum-access-level public -skip-inherited-docs
    names "$out/graphs" "$module" | sed "s/\$/ $module/" >>"$out/ours"
done
for name in Container Dependency Shared ContainerTrait; do
    grep -q "^$name " "$out/ours" || { echo "The names of the libraries lack $name."; exit 1; }
done
{
    cat "$out/theirs"
    grep -v '^#' Tests/Lint/apple-names.txt | tr ' ' '\n' | sed '/^$/d; s/$/ an Apple module/'
} | awk -v ours="$out/ours" '
    BEGIN { while ((getline line < ours) > 0) { split(line, part, " "); module[part[1]] = part[2] } }
    $1 in module { name = $1; sub(/^[^ ]* /, ""); print module[name] "." name " has the name of something of " $0 "."; clash = 1 }
    END { exit clash }'
