#!/bin/sh
# Builds the guides and the reference of every library, the catalog Docs/Depot.docc, into one archive, with the docc of the toolchain.
# Fails on a warning, which a link that leads nowhere is, and on a public symbol that is not documented.
set -eu
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
docc=$(dirname "$(readlink -f "$(command -v "$swift")")")/docc
graphs=.build-lint/docs
site=.build/docs/Depot.doccarchive
Docs/symbols.sh "$graphs"
rm -rf .build/docs
mkdir -p .build/docs
"$docc" convert Docs/Depot.docc --additional-symbol-graph-dir "$graphs" --fallback-display-name Depot --fallback-bundle-identifier depot \
    --warnings-as-errors --experimental-documentation-coverage --coverage-summary-level brief --output-path "$site"
echo "Written: $site"
echo "To open it: python3 -m http.server --directory $site, and then http://localhost:8000/documentation/home"
