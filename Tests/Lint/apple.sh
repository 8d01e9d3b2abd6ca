#!/bin/sh
# Type-checks what is only compiled where there is SwiftUI, UIKit or Combine, against small stubs of these: the sources, and the views of the
# example app.
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

# module MODULE SOURCES…: checks a module, and keeps it for those that import it.
# Without MemberImportVisibility, which the package's own build checks: the stubs' imports are not the real ones.
module() {
    module=$1
    shift
    for mode in "-typecheck" "-emit-module -o $out/$module.swiftmodule"; do
        # shellcheck disable=SC2086
        $swiftc $mode -parse-as-library -swift-version 6 -warnings-as-errors -package-name depot -I "$out" -module-name "$module" \
            -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
            -enable-upcoming-feature NonisolatedNonsendingByDefault "$@"
    done
}

# shellcheck disable=SC2046
for name in Depot DepotValues DepotSharing; do
    module "$name" $(git ls-files "Sources/$name/*.swift")
done

app=Docs/Examples/SwiftUIApp
# shellcheck disable=SC2046
module Bookshelf $(git ls-files "$app/Sources/Bookshelf/*.swift")
for views in App UIKit UITests; do
    # shellcheck disable=SC2046
    module "Bookshelf$views" -D DEBUG $(git ls-files "$app/$views/*.swift")
done
