#!/bin/sh
# Plants the bugs of mutants.txt one by one in a scratch copy of the core and checks that the test named there catches each.
# Prints a line for each and a summary; fails if one survives. With arguments, only the bugs whose line contains one of them.
cd "$(dirname "$0")/../.." || exit 1
root=$PWD
list=$root/Tests/Mutants/mutants.txt
scratch=$root/.build-mutants/package
limit=120 # seconds: a bug that makes the test hang is caught, too
log=$root/.build-mutants/log
lines=$root/.build-mutants/lines

rm -rf "$scratch/Sources" "$scratch/Tests"
mkdir -p "$scratch/Sources" "$scratch/Tests" || exit 1
# Without their times: a copy that looks older than what was built from a bug would not be built again.
cp -R Sources/Depot "$scratch/Sources/Depot"
cp -R Tests/DepotTests "$scratch/Tests/DepotTests"
# Only the core and its tests, so that a bug is built in seconds; and a bug may leave a warning behind.
cat >"$scratch/Package.swift" <<'MANIFEST'
// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
    name: "mutants",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "Depot", swiftSettings: settings),
        .testTarget(name: "DepotTests", dependencies: ["Depot"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
MANIFEST
cd "$scratch" || exit 1

if [ $# -eq 0 ]; then set -- ''; fi
for word in "$@"; do grep -v '^#' "$list" | grep -F -e "$word"; done | grep ' | ' >"$lines"
field() { printf '%s\n' "$line" | awk -F ' [|] ' -v number="$1" '{ print $number }'; }
build() { swift build --build-tests >"$log" 2>&1; }
# Exits with 0 if the test passes.
run() { timeout -k 5 "$limit" swift test --skip-build --filter "$1" >"$log" 2>&1; }

filters=$(awk -F ' [|] ' '{ print $3 }' "$lines" | sort -u)
if ! build; then
    grep 'error:' "$log" | sort -u
    echo "The core does not build without any bug."
    exit 1
fi
printf '%s\n' "$filters" >"$lines.filters"
while read -r filter; do
    if ! run "$filter" </dev/null; then
        tail -n 20 "$log"
        echo "Without any bug, this test must pass: $filter"
        exit 1
    fi
    if ! grep -qE 'Test run with [1-9]' "$log"; then
        echo "No test has this name: $filter"
        exit 1
    fi
done <"$lines.filters"

caught=0
survived=0
wrong=0
while read -r line; do
    file=$(field 1)
    expression=$(field 2)
    filter=$(field 3)
    breaks=$(field 4)
    original=$root/Sources/Depot/$file
    target=$scratch/Sources/Depot/$file
    sed -e "$expression" "$original" >"$target"
    if cmp -s "$original" "$target"; then
        echo "ERROR     $breaks: the expression changes nothing in $file"
        wrong=$((wrong + 1))
    elif ! build </dev/null; then
        grep -m 3 'error:' "$log"
        echo "ERROR     $breaks: does not build"
        wrong=$((wrong + 1))
    elif run "$filter" </dev/null; then
        echo "SURVIVED  $breaks ($file, not seen by $filter)"
        survived=$((survived + 1))
    else
        echo "caught    $breaks"
        caught=$((caught + 1))
    fi
    cp "$original" "$target"
done <"$lines"

echo "$caught caught, $survived survived, $wrong could not be planted."
[ "$survived" -eq 0 ] && [ "$wrong" -eq 0 ] && [ "$caught" -gt 0 ]
