#!/bin/sh
# Builds and tests every example package. Each is a package of its own, because each needs what Depot itself does not.
cd "$(dirname "$0")/Examples" || exit 1
for manifest in */Package.swift; do
    [ -f "$manifest" ] || { echo "There is no example package here."; exit 0; }
    example=$(dirname "$manifest")
    echo "== $example"
    (cd "$example" && ${SWIFT:-swift} test) || exit 1
done
