#!/bin/sh
# Writes the sample app's graph into Docs/Images: as JSON, as Mermaid text, and as a picture where Graphviz is installed; and into .build
# as a page to explore, which is not kept, for it has the whole page in it. With --check it writes nothing, and fails where the graph that
# is kept is not that of the code.
set -e
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
"$swift" build --product popcorn
popcorn=$("$swift" build --show-bin-path)/popcorn
images=Docs/Images
if [ "${1-}" = --check ]; then
    changes=$("$popcorn" graph --compare "$images/popcorn-graph.json")
    if [ "$changes" != "No changes." ]; then
        printf '%s\n' "The graph in $images is not that of the code: run 'make graph', and commit what it writes." "$changes" >&2
        exit 1
    fi
    echo "The graph in $images is that of the code."
    exit
fi
mkdir -p "$images"
"$popcorn" graph --format json >"$images/popcorn-graph.json"
"$popcorn" graph --format mermaid >"$images/popcorn-graph.mmd"
"$popcorn" graph --format html >.build/popcorn-graph.html
echo "Written: $images/popcorn-graph.json and .mmd; and .build/popcorn-graph.html, which a browser opens"
if command -v dot >/dev/null 2>&1; then
    "$popcorn" graph --format dot | dot -Tsvg >"$images/popcorn-graph.svg"
    echo "Written: $images/popcorn-graph.svg"
else
    echo "Graphviz is not installed, so the picture is as it was: install it and run 'make graph' again." >&2
    exit 1
fi
