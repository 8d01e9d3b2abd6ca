#!/bin/sh
# Writes the public API of every library into Docs/API, a line for each symbol, as the compiler of this machine sees it. With --check it
# writes nothing, and fails where what is kept is not the API of the code: a change of it is to be seen in a review.
set -eu
cd "$(dirname "$0")/.."
graphs=.build-lint/api
Docs/symbols.sh "$graphs"
"${SWIFT:-swift}c" -parse-as-library Docs/api.swift -o "$graphs/api"
status=0
for folder in "$graphs"/*/; do
    module=$(basename "$folder")
    "$graphs/api" "$folder"*.symbols.json >"$graphs/$module.txt"
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
