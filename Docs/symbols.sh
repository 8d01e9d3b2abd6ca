#!/bin/sh
# Writes the symbol graphs of every library's public API, as the compiler of this machine sees it, into the folder that is named.
set -eu
graphs=$1
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
scratch=.build-lint
target=$("${swift}c" -print-target-info | sed -n 's/^ *"triple": "\(.*\)",$/\1/p' | head -1)
rm -rf "$graphs"
for module in Depot DepotGraph DepotValues DepotSharing DepotTesting; do
    mkdir -p "$graphs/$module"
    "$swift" build --scratch-path "$scratch" --target "$module" -Xswiftc -require-explicit-sendable >"$graphs/log" 2>&1 || {
        cat "$graphs/log"
        exit 1
    }
    modules=$("$swift" build --scratch-path "$scratch" --show-bin-path)/Modules
    "$swift" symbolgraph-extract -module-name "$module" -target "$target" -I "$modules" -output-dir "$graphs/$module" \
        -minimum-access-level public -skip-synthesized-members
done
rm "$graphs/log"
