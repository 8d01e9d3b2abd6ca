#!/bin/sh
# Writes the public API of every library into Docs/API, a line for each symbol, as the compiler of this machine sees it. With --check it
# writes nothing, and fails where what is kept is not the API of the code: a change of it is to be seen in a review.
set -eu
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
scratch=.build-lint
graphs=$scratch/api
target=$("${swift}c" -print-target-info | sed -n 's/^ *"triple": "\(.*\)",$/\1/p' | head -1)
rm -rf "$graphs"
mkdir -p "$graphs"
"${swift}c" -parse-as-library Docs/api.swift -o "$graphs/api"
status=0
for module in Depot DepotGraph DepotValues DepotSharing DepotTesting; do
    "$swift" build --scratch-path "$scratch" --target "$module" -Xswiftc -require-explicit-sendable >"$graphs/log" 2>&1 || {
        cat "$graphs/log"
        exit 1
    }
    modules=$("$swift" build --scratch-path "$scratch" --show-bin-path)/Modules
    mkdir -p "$graphs/$module"
    "$swift" symbolgraph-extract -module-name "$module" -target "$target" -I "$modules" -output-dir "$graphs/$module" \
        -minimum-access-level public -skip-synthesized-members -skip-inherited-docs
    "$graphs/api" "$graphs/$module"/*.symbols.json >"$graphs/$module.txt"
    if [ "${1-}" = --check ]; then
        diff -u "Docs/API/$module.txt" "$graphs/$module.txt" || status=1
    else
        mkdir -p Docs/API
        cp "$graphs/$module.txt" "Docs/API/$module.txt"
        echo "Written: Docs/API/$module.txt"
    fi
done
[ "$status" -eq 0 ] || echo "The public API is not that of Docs/API: if that is meant, run 'make api', and commit what it writes."
exit $status
