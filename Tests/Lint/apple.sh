#!/bin/sh
# Type-checks what is only compiled where there is SwiftUI, UIKit or Combine, against small stubs of these.
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
for module in Depot DepotValues DepotSharing; do
    # Without MemberImportVisibility, which the package's own build checks: the stubs' imports are not the real ones.
    for mode in "-typecheck" "-emit-module -o $out/$module.swiftmodule"; do
        # shellcheck disable=SC2086,SC2046
        $swiftc $mode -parse-as-library -swift-version 6 -warnings-as-errors -package-name depot -I "$out" -module-name "$module" \
            -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
            -enable-upcoming-feature NonisolatedNonsendingByDefault $(git ls-files "Sources/$module/*.swift")
    done
done
