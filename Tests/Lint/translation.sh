#!/bin/sh
# README.ko.md says what README.md says: the same headings by their depth, the same examples, figures, code spans and links. Prints what differs; fails if
# anything does.
cd "$(dirname "$0")/../.." || exit 1
scratch=$(mktemp -d) || exit 1
trap 'rm -r "$scratch"' EXIT
status=0

# prose FILE: what is outside of the examples, without the link to the other language.
prose() { awk '/^```/ { inside = !inside; next } !inside && !/^\[[^]]*\]\(README(\.ko)?\.md\)$/' "$1"; }
examples() { awk '/^```/ { print; inside = !inside; next } inside' "$1"; }
headings() { prose "$1" | grep -oE '^#+'; }
figures() { prose "$1" | grep -oE '[0-9]+([.,][0-9]+)*' | sort; }
spans() { prose "$1" | grep -oE '`[^`]+`' | sort; }
links() { prose "$1" | grep -oE '\]\([^)]+\)' | sort; }

for part in headings examples figures spans links; do
    $part README.md >"$scratch/english"
    $part README.ko.md >"$scratch/korean"
    if ! [ -s "$scratch/english" ]; then
        echo "README.md has no $part."
        status=1
    elif ! diff "$scratch/english" "$scratch/korean" >"$scratch/differences"; then
        printf 'The %s of README.md (<) and README.ko.md (>) differ:\n' "$part"
        cat "$scratch/differences"
        status=1
    fi
done
exit $status
