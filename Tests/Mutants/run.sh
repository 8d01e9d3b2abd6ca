#!/bin/sh
# Plants the bugs in this folder, one patch each, in a scratch copy, and checks that the tests named in it catch each.
# Prints a line for each and a summary; fails if one survives. With arguments, only the bugs whose text contains one of them.
cd "$(dirname "$0")/../.." || exit 1
root=$PWD
work=$root/.build-mutants
limit=${LIMIT:-60} # seconds: a bug that makes the test hang is caught, too
log=$work/log
# A crash has caught the bug, wherever it was: nobody reads that.
export SWIFT_BACKTRACE=enable=no
# What is freed is overwritten at once, so that a use after it does not pass by luck; glibc alone heeds these.
export MALLOC_PERTURB_=165 GLIBC_TUNABLES=glibc.malloc.tcache_count=0
mkdir -p "$work" || exit 1

# Makes $2 the same as $1, file by file. What is right already keeps its time and is not built again; what was changed by a bug gets a
# new one and is.
mirror() {
    mkdir -p "$2"
    (cd "$2" && find . -type f) | while read -r file; do [ -e "$1/$file" ] || rm "$2/$file"; done
    (cd "$1" && find . -type f) | while read -r file; do
        cmp -s "$1/$file" "$2/$file" || { mkdir -p "$(dirname "$2/$file")" && cp "$1/$file" "$2/$file"; }
    done
}

# The core alone, so that a bug in it is built in seconds; and everything, for the bugs in what stands on it. The tests are compiled
# once: a bug inside a function changes nothing that they were compiled against.
package() {
    for target in $2; do mirror "Sources/$target" "$work/$1/Sources/$target"; done
    for target in $3; do mirror "Tests/$target" "$work/$1/Tests/$target"; done
    # A bug may leave a warning behind, so warnings are no errors.
    cat - <<'MANIFEST' "$work/$1.targets" >"$work/manifest"
// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
@MainActor func target(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}
@MainActor func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}
@MainActor func test(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}
MANIFEST
    cmp -s "$work/manifest" "$work/$1/Package.swift" || cp "$work/manifest" "$work/$1/Package.swift"
}
cat >"$work/core.targets" <<'TARGETS'
let package = Package(
    name: "mutants", platforms: [.macOS(.v15)],
    targets: [target("Depot"), test("DepotTests", ["Depot"])],
    swiftLanguageModes: [.v6])
TARGETS
cat >"$work/all.targets" <<'TARGETS'
let package = Package(
    name: "mutants", platforms: [.macOS(.v15)],
    targets: [
        target("Depot"), target("DepotValues", ["Depot"]), target("DepotSharing", ["Depot", "DepotValues"]),
        target("DepotTesting", ["Depot", "DepotValues"]), target("MutatedBytes"),
        program("sharing-probe", ["Depot", "DepotSharing", "DepotValues"]),
        test("DepotValuesTests", ["Depot", "DepotValues", "DepotTesting"]),
        test("DepotSharingTests", ["Depot", "DepotSharing", "DepotValues", "DepotTesting", "MutatedBytes", "sharing-probe"]),
    ],
    swiftLanguageModes: [.v6])
TARGETS
package core "Depot" "DepotTests"
package all "Depot DepotValues DepotSharing DepotTesting sharing-probe" "DepotValuesTests DepotSharingTests"
mirror Tests/MutatedBytes "$work/all/Sources/MutatedBytes"

field() { sed -n "s/^$1: //p" "$2"; }
build() { (cd "$work/$1" && swift build --build-tests) >"$log" 2>&1; }
# Exits with 0 if the tests pass; with 2 if there are none.
run() {
    # A session of its own, so that what a test has started and could not end any more is ended with it.
    (cd "$work/$1" && exec setsid timeout -k 5 "$limit" swift test --skip-build --filter "$2") >"$log" 2>&1 &
    session=$!
    wait $session
    code=$?
    pkill -9 -s $session
    [ $code -eq 0 ] || return 1
    grep -qE 'Test run with [1-9]' "$log" || return 2
}

[ $# -gt 0 ] || set -- ''
for word in "$@"; do grep -lF -e "$word" Tests/Mutants/*.patch; done | sort -u >"$work/patches"

caught=0 survived=0 wrong=0
for name in core all; do
    case $name in core) theirs='^--- a/Sources/Depot/' ;; *) theirs='^--- a/Sources/Depot[VST]' ;; esac
    xargs grep -l "$theirs" <"$work/patches" | sort >"$work/$name.patches"
    [ -s "$work/$name.patches" ] || continue
    if ! build $name; then
        grep 'error:' "$log" | sort -u
        echo "Without any bug, it does not build: $name"
        exit 1
    fi
    while read -r patch; do field 'Caught by' "$patch"; done <"$work/$name.patches" | sort -u >"$work/filters"
    while read -r filter; do
        if run $name "$filter" </dev/null; then continue; fi
        tail -n 20 "$log"
        echo "Without any bug, these tests must be there and pass: $filter"
        exit 1
    done <"$work/filters"
    while read -r patch; do
        breaks=$(field Breaks "$patch")
        file=$(sed -n 's,^--- a/,,p' "$patch")
        if ! patch -s -p1 -F0 --no-backup-if-mismatch -d "$work/$name" <"$root/$patch" >"$log" 2>&1; then
            cat "$log"
            echo "ERROR     $breaks: cannot be planted ($patch)"
            wrong=$((wrong + 1))
        elif ! build $name </dev/null; then
            grep -m 3 'error:' "$log"
            echo "ERROR     $breaks: does not build ($patch)"
            wrong=$((wrong + 1))
        elif run $name "$(field 'Caught by' "$patch")" </dev/null; then
            echo "SURVIVED  $breaks ($patch)"
            survived=$((survived + 1))
        else
            echo "caught    $breaks"
            caught=$((caught + 1))
        fi
        cp "$root/$file" "$work/$name/$file"
    done <"$work/$name.patches"
done

echo "$caught caught, $survived survived, $wrong could not be planted."
[ "$survived" -eq 0 ] && [ "$wrong" -eq 0 ] && [ "$caught" -gt 0 ]
