#!/bin/sh
# Builds and tests every example package, and runs its check.sh, if it has one: that uses what was built from outside. Each is a package
# of its own, because each needs what Depot itself does not. They are built in one folder, so that what they share is compiled once.
cd "$(dirname "$0")/Examples" || exit 1
SCRATCH=$PWD/.build
export SCRATCH
for manifest in */Package.swift; do
    [ -f "$manifest" ] || { echo "There is no example package here."; exit 0; }
    example=$(dirname "$manifest")
    echo "== $example"
    (cd "$example" && ${SWIFT:-swift} test --scratch-path "$SCRATCH") || exit 1
    if [ -x "$example/check.sh" ]; then "$example/check.sh" || exit 1; fi
done
