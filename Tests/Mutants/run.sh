#!/bin/sh
# Plants the bugs in this folder, one patch each, in a scratch copy, and checks that the tests named in it catch each.
# Prints a line for each and a summary; fails if one survives. With arguments, only the bugs whose text contains one of them.
cd "$(dirname "$0")/../.." || exit 1
root=$PWD
work=$root/.build-mutants
limit=${LIMIT:-240} # seconds: a bug that makes the test hang is caught, too
log=$work/log
mkdir -p "$work" || exit 1

# The core alone, so that a bug in it is built in seconds; and everything, for the bugs in what stands on it.
package() {
    rm -rf "$work/$1/Sources" "$work/$1/Tests"
    mkdir -p "$work/$1/Sources" "$work/$1/Tests"
    # Without their times: a copy that looks older than what was built from a bug would not be built again.
    for target in $2; do cp -R "Sources/$target" "$work/$1/Sources/$target"; done
    for target in $3; do cp -R "Tests/$target" "$work/$1/Tests/$target"; done
    # A bug may leave a warning behind, so warnings are no errors.
    cat - <<'MANIFEST' "$work/$1.targets" >"$work/$1/Package.swift"
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
mkdir -p "$work/all/Sources" && cp -R Tests/MutatedBytes "$work/all/Sources/MutatedBytes"

field() { sed -n "s/^$1: //p" "$2"; }
build() { (cd "$work/$1" && swift build --build-tests) >"$log" 2>&1; }
# Exits with 0 if the tests pass; with 2 if there are none.
run() {
    (cd "$work/$1" && timeout -k 5 "$limit" swift test --skip-build --filter "$2") >"$log" 2>&1
    code=$?
    # What a test had started and could not end any more.
    pkill -9 -f "$work/$1/.build"
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
        if ! patch -s -p1 --no-backup-if-mismatch -d "$work/$name" <"$root/$patch" >"$log" 2>&1; then
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
