#!/bin/sh
# Builds with the check that no target imports a module that it does not declare, runs the shop and its demo, and fails where a line is
# not as it should be.
set -eu
cd "$(dirname "$0")"
swift=${SWIFT:-swift}

"$swift" build ${SCRATCH:+--scratch-path "$SCRATCH"} --explicit-target-dependency-import-check error
shop=$("$swift" build ${SCRATCH:+--scratch-path "$SCRATCH"} --show-bin-path)/Shop
for expected in "|  Total                   €54.90" "--demo|  Total                   €5.20" "--graph|flowchart RL"; do
    argument=${expected%%|*}
    line=${expected#*|}
    echo "-- Shop $argument"
    # An argument that is empty is none.
    if ! "$shop" ${argument:+"$argument"} | grep -qFx "$line"; then
        echo "FAILED: it should print: $line"
        exit 1
    fi
done
