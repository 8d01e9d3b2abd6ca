#!/bin/sh
# Draws the sample app's graph: the Mermaid text always, the SVG where Graphviz is installed.
set -e
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
"$swift" build --product popcorn
popcorn=$("$swift" build --show-bin-path)/popcorn
mkdir -p Docs/Images
"$popcorn" graph --format mermaid >Docs/Images/popcorn-graph.mmd
if command -v dot >/dev/null 2>&1; then
    "$popcorn" graph --format dot | dot -Tsvg >Docs/Images/popcorn-graph.svg
    echo "Written: Docs/Images/popcorn-graph.svg"
else
    echo "Graphviz is not installed, so there is no picture: install it and run 'make graph' again." >&2
    exit 1
fi
