#!/bin/sh
# Type-checks what is only compiled where there is Darwin, SwiftUI, UIKit or Combine, against small stubs of these: the sources, and the views of
# the example app.
set -eu
cd "$(dirname "$0")/../.."
swiftc=${SWIFTC:-swiftc}
out=.build-lint/apple
rm -rf "$out"
mkdir -p "$out"
for stub in Tests/Lint/Stubs/*.swift; do
    name=$(basename "$stub" .swift)
    $swiftc -emit-module -parse-as-library -swift-version 6 -enable-upcoming-feature InternalImportsByDefault \
        -module-name "$name" "$stub" -o "$out/$name.swiftmodule"
done

# check MODULE MODE SOURCES…: with the settings of the package, but without MemberImportVisibility, which the package's own build checks: the
# stubs' imports are not the real ones. The module as a whole, so that its files are read once and what is in its functions is checked.
check() {
    module=$1
    mode=$2
    shift 2
    # shellcheck disable=SC2086
    $swiftc $mode -whole-module-optimization -parse-as-library -swift-version 6 -warnings-as-errors -package-name depot -I "$out" \
        -module-name "$module" -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature NonisolatedNonsendingByDefault "$@"
}

app=Docs/Examples/SwiftUIApp
# shellcheck disable=SC2046
for folder in Sources/Depot Sources/DepotValues Sources/DepotSharing Sources/DepotTesting $app/Sources/Bookshelf; do
    check "${folder##*/}" "-emit-module -o $out/${folder##*/}.swiftmodule" $(git ls-files "$folder/*.swift" | grep -v Linux)
done
# The app's own targets as they are, and with the main actor as the default isolation, which Xcode gives a new app.
# shellcheck disable=SC2046
for target in App UIKit UITests; do
    check "Bookshelf$target" "-typecheck -D DEBUG" $(git ls-files "$app/$target/*.swift")
    [ $target = UITests ] || check "Bookshelf$target" "-typecheck -default-isolation MainActor" $(git ls-files "$app/$target/*.swift")
done
# Watches have words of 32 bits, too: what computes with words compiles for such.
$swiftc -emit-sil -target armv7-none-none-eabi -enable-experimental-feature Embedded -wmo -parse-as-library -swift-version 6 \
    -package-name depot Sources/Depot/Support/SlotTable.swift -o "$out/words.sil"
