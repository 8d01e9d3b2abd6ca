#!/bin/sh
# Builds the guides and the reference of every library, the catalog Docs/Depot.docc, into one archive, with the docc of the toolchain.
# Fails on a warning, such as a link that leads nowhere; on an article that Home.md does not list, which docc leaves out in silence, or that
# Depot.md does not, the sidebar; on a page or a picture that the site does not have; and on a public symbol without a summary.
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
    --warnings-as-errors --output-path "$site" >.build/docs/log 2>&1 || {
    cat .build/docs/log
    exit 1
}
status=0
fail() {
    echo "FAILED: $1"
    status=1
}
for article in Docs/Depot.docc/*.md; do
    name=$(basename "$article" .md)
    if grep -q '^# ``' "$article" || [ "$name" = Home ]; then continue; fi
    for list in Home Depot; do
        grep -qx -- "- <doc:$name>" "Docs/Depot.docc/$list.md" || fail "$article is not listed in $list.md: add '- <doc:$name>' to a topic."
    done
done
# urls KIND: where the site's pages point to.
urls() { grep -rhoE '"url":"\\?/'"$1"'[^"#]*' "$site/data" | sed 's/\\//g; s/"url":"//' | sort -u; }
urls documentation >.build/docs/pages
while read -r page; do
    [ -f "$site/data$page.json" ] || fail "there is no page $page."
done <.build/docs/pages
urls images >.build/docs/pictures
while read -r picture; do
    [ -f "$site$picture" ] || fail "there is no picture $picture."
done <.build/docs/pictures
[ "$(wc -l <.build/docs/pages)" -gt 500 ] && [ "$(wc -l <.build/docs/pictures)" -gt 3 ] || fail "the pages and pictures were not found."
"${swift}c" -parse-as-library Docs/api.swift -o .build/docs/api
.build/docs/api --undocumented "$graphs"/*/*.symbols.json || fail "a public symbol is not documented."
[ "$status" -eq 0 ] || exit 1
echo "Written: $site, with $(wc -l <.build/docs/pages) pages and no warning."
echo "To open it: python3 -m http.server --directory $site, and then http://localhost:8000/documentation/home"
