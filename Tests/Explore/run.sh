#!/bin/sh
# Tests the graph's page in a browser: of popcorn, and of generated graphs. Arguments go to run.py.
set -e
cd "$(dirname "$0")/../.."
swift=${SWIFT:-swift}
"$swift" build --product popcorn
"$swift" build --product graph-pages
bin=$("$swift" build --show-bin-path)
pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT
"$bin/popcorn" graph --format html >"$pages/popcorn.html"
"$bin/graph-pages" "$pages"
python3 Tests/Explore/run.py "$pages" "$@"
