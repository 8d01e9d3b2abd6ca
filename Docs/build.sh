#!/bin/sh
# Builds the reference documentation of every library into .build/docs, with the docc of the toolchain.
set -e
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
docc=$(dirname "$(readlink -f "$(command -v "$swift")")")/docc
mkdir -p .build/docs
for module in Depot DepotGraph DepotValues DepotSharing DepotTesting; do
    graphs=.build-docs/graphs/$module
    mkdir -p "$graphs"
    "$swift" build --scratch-path .build-docs --target "$module" \
        -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$graphs"
    find "$graphs" -name '*.symbols.json' ! -name "$module*" -delete
    "$docc" convert --fallback-display-name "$module" --fallback-bundle-identifier "depot.$module" \
        --additional-symbol-graph-dir "$graphs" --output-path ".build/docs/$module.doccarchive"
    echo "Written: .build/docs/$module.doccarchive"
done
