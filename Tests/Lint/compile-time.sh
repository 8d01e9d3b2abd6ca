#!/bin/sh
# A file of 200 registrations compiles in under 3 s more than the same file without them, and no expression takes the type
# checker more than 100 ms. Wants the debug build of Depot to be there.
cd "$(dirname "$0")/../.." || exit 1
swift=${SWIFT:-swift}
modules=$("$swift" build --show-bin-path)/Modules
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

awk 'BEGIN {
    print "import Depot"
    for (i = 0; i < 200; i++) {
        parameters = ""
        for (j = 0; j < i % 4; j++) parameters = parameters (j ? ", " : "") "a" j ": any P" (i + j + 1) % 200
        printf "protocol P%d: Sendable {}\nfinal class C%d: P%d { init(%s) {} }\n", i, i, i, parameters
    }
}' >"$folder/without.swift"
{
    cat "$folder/without.swift"
    awk 'BEGIN {
        print "func assemble(_ container: Container) {"
        for (i = 0; i < 200; i++)
            printf "    container.register((any P%d).self, %sin: .repository, using: C%d.init)\n", i, i % 2 ? ".singleton, " : "", i
        print "}"
    }'
} >"$folder/with.swift"

compile() {
    started=$(date +%s%N)
    "${swift}c" -swift-version 6 -Onone -parse-as-library -I "$modules" -Xfrontend -warn-long-expression-type-checking=100 \
        -warnings-as-errors -c "$folder/$1.swift" -o /dev/null || exit 1
    echo $((($(date +%s%N) - started) / 1000000))
}

compile without >/dev/null
without=$(compile without) || exit 1
with=$(compile with) || exit 1
echo "200 registrations: $((with - without)) ms more than none; no expression over 100 ms"
[ $((with - without)) -lt 3000 ]
