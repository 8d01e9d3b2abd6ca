#!/bin/sh
# The folders of Sources/Depot are layers: each compiles with those below it alone. Their order is that of the table in CONTRIBUTING.md, the lowest first, and the
# picture there says who names whom. Fails where a layer needs one above it, where a folder is missing in the table, and where the picture is not that of the
# code; `--write` brings the picture up to date.
set -eu
cd "$(dirname "$0")/../.."
swiftc=${SWIFTC:-swiftc}
out=.build-lint/layers
rm -rf "$out"
mkdir -p "$out"
layers=$(sed -n 's/^| `\([A-Z][A-Za-z]*\)` |.*/\1/p' CONTRIBUTING.md)
status=0
for folder in Sources/Depot/*; do
    name=${folder#Sources/Depot/}
    printf '%s\n' $layers | grep -qx "$name" || { echo "CONTRIBUTING.md has no layer $name"; status=1; }
done

# Who names a type of whom, as far as no other arrow says it: private types and those that a file nests are its own.
files=$(for layer in $layers; do find "Sources/Depot/$layer" -name '*.swift' | sort; done)
# shellcheck disable=SC2086
awk -v layers="$(echo $layers)" '
    FNR == 1 { pass = FILENAME in seen ? 2 : 1; seen[FILENAME] = 1; split(FILENAME, part, "/"); folder = part[3] }
    { gsub(/"([^"\\]|\\.)*"/, ""); sub(/\/\/.*/, "") }
    pass == 1 && match($0, /(class|struct|enum|protocol|actor|typealias) [A-Z][A-Za-z0-9]*/) {
        split(substr($0, RSTART, RLENGTH), word, " ")
        if ($0 ~ /^ / || $0 ~ /private/) own[FILENAME, word[2]] = 1
        else home[word[2]] = folder
    }
    pass == 2 {
        while (match($0, /[A-Za-z_][A-Za-z0-9_]*/)) {
            name = substr($0, RSTART, RLENGTH)
            $0 = substr($0, RSTART + RLENGTH)
            if (name in home && home[name] != folder && !((FILENAME, name) in own)) names[folder, home[name]] = 1
        }
    }
    END {
        count = split(layers, layer, " ")
        print "```mermaid"
        print "graph BT"
        for (upper = 1; upper <= count; upper++) {
            for (lower = 1; lower < upper; lower++) {
                if (!((layer[upper], layer[lower]) in names)) continue
                reaches[upper, lower] = 1
                for (last = 1; last < lower; last++) if ((lower, last) in reaches) reaches[upper, last] = 1
            }
            for (lower = 1; lower < upper; lower++) {
                if (!((layer[upper], layer[lower]) in names)) continue
                isShort = 1
                for (between = lower + 1; between < upper; between++)
                    if ((layer[upper], layer[between]) in names && (between, lower) in reaches) isShort = 0
                if (isShort) print "    " layer[upper] " --> " layer[lower]
            }
        }
        print "```"
    }' $files $files > "$out/picture"
sed -n '/^```mermaid$/,/^```$/p' CONTRIBUTING.md > "$out/known"
if [ "${1:-}" = --write ]; then
    awk -v picture="$out/picture" '
        /^```mermaid$/ { while ((getline line < picture) > 0) print line; isOld = 1 }
        !isOld { print }
        /^```$/ { isOld = 0 }' CONTRIBUTING.md > "$out/contributing"
    cp "$out/contributing" CONTRIBUTING.md
elif ! cmp -s "$out/picture" "$out/known"; then
    diff "$out/known" "$out/picture" || true
    echo "CONTRIBUTING.md does not show the layers of the code: Tests/Lint/layers.sh --write"
    status=1
fi

# What no names of types can tell: members, too, are those of layers below. The last layer is the whole. With the settings of the package, but without
# MemberImportVisibility, which its own build checks.
check() {
    # shellcheck disable=SC2086
    $swiftc -typecheck -wmo -parse-as-library -swift-version 6 -package-name depot -module-name Depot -D DEPOT_SCHEDULES \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature NonisolatedNonsendingByDefault $2 > "$out/$1.log" 2>&1 || {
        # What is missing further down is told there.
        found=$(grep -E "^Sources/Depot/$1/.*error:" "$out/$1.log") && printf '%s needs what lies above it:\n%s\n' "$1" "$found"
        touch "$out/failed"
    }
}
below=
count=0
for layer in $layers; do
    below="$below $(find "Sources/Depot/$layer" -name '*.swift' | tr '\n' ' ')"
    check "$layer" "$below" &
    count=$((count + 1))
    [ $((count % 2)) = 0 ] && wait
done
wait
[ -e "$out/failed" ] && status=1
exit $status
