#!/bin/sh
# No closure of Closures/Right.swift takes the type checker more than a fiftieth of what it gives up at, a measure that does not depend on the
# machine (about 0.1 s); and each mistake of Closures/Wrong.swift is told on its line, in
# the words of its comment. Wants the debug build of Depot to be there.
cd "$(dirname "$0")/Closures" || exit 1
swift=${SWIFT:-swift}
modules=$("$swift" build --package-path ../../.. --show-bin-path)/Modules
status=0

"${swift}c" -swift-version 6 -parse-as-library -typecheck -I "$modules" -Xfrontend -solver-scope-threshold=20000 -warnings-as-errors \
    Right.swift || status=1

told=$("${swift}c" -swift-version 6 -parse-as-library -typecheck -I "$modules" -diagnostic-style=llvm Wrong.swift 2>&1 | grep 'error:')
count=0
while IFS= read -r mistake; do
    line=${mistake%%:*}
    words=${mistake#*// error: }
    count=$((count + 1))
    printf '%s\n' "$told" | grep -qF "Wrong.swift:$line:" || { echo "Wrong.swift:$line: nothing is told."; status=1; }
    printf '%s\n' "$told" | grep -F "Wrong.swift:$line:" | grep -qF "$words" || { echo "Wrong.swift:$line: told in other words."; status=1; }
done <<MISTAKES
$(grep -n '// error: ' Wrong.swift)
MISTAKES
riddles=$(printf '%s\n' "$told" | grep -E 'unable to type-check|cannot infer|could not be inferred')
[ -z "$riddles" ] || { printf 'Told as a riddle:\n%s\n' "$riddles"; status=1; }
[ "$count" -eq 10 ] || { echo "$count mistakes instead of 10."; status=1; }
[ "$status" -eq 0 ] && echo "12 closures: none over a fiftieth of the type checker's limit; 10 mistakes, each told on its line"
exit $status
