#!/bin/sh
# The rules of the house that neither the compiler nor the formatter sees. Prints what breaks them; fails if anything does.
cd "$(dirname "$0")/../.." || exit 1
status=0
complain() {
    if [ -n "$2" ]; then
        printf '%s\n%s\n' "$1" "$2"
        status=1
    fi
}

sources=$(git ls-files 'Sources/*.swift')
complain "Foundation in the core module:" \
    "$(grep -nE '^(public |package |internal |private )?import Foundation' $(git ls-files 'Sources/Depot/*.swift'))"
complain "An unsafe spelling without its reason on the line or the one above:" \
    "$(awk 'FNR == 1 { before = "" }
        /@unchecked Sendable|nonisolated\(unsafe\)|unsafeDowncast|unsafeBitCast|try!|as! / {
            if ($0 !~ /\/\// && before !~ /\/\//) print FILENAME ":" FNR ": " $0
        }
        { before = $0 }' $sources)"
unchecked=$(grep -n '@unchecked Sendable' $(git ls-files 'Sources/Depot/*.swift'))
[ "$(echo "$unchecked" | wc -l)" -le 12 ] || complain "More than 12 types of the core module that are @unchecked Sendable:" "$unchecked"
complain "A file of more than 250 lines:" "$(wc -l $sources | awk '$1 > 250 && $2 != "total"')"
complain "Something left for later:" "$(grep -nE 'TODO|FIXME|XXX' $sources $(git ls-files Tests/'*.swift'))"
complain "A C library that is imported on every platform:" \
    "$(grep -nE '^(public |package |internal |private )?import (Darwin|Glibc|Musl)$' $sources $(git ls-files Tests/'*.swift'))"
complain "A dependency in the root manifest:" "$(grep -nE '\.package\(' Package.swift)"
complain "A file at the top level that does not belong there:" \
    "$(git ls-files | cut -d/ -f1 | sort -u |
        grep -vE '^(Package\.swift|Sources|Tests|Docs|Makefile|README(\.ko)?\.md|LICENSE|SECURITY\.md|CHANGELOG\.md|CONTRIBUTING\.md|\..*)$')"
complain "A source file that a decision names and that is not there:" \
    "$(grep -oE '`([A-Za-z]+/)?[A-Za-z+]+\.swift`' Docs/Decisions/*.md | tr -d '`' | sort -u | while IFS=: read -r document file; do
        git ls-files | grep -qE "(^|/)$(printf '%s' "$file" | sed 's/[+.]/[&]/g')\$" || echo "$document: $file"
    done)"
complain "A time limit that a test misses on a busy machine, where it waits for its turn for minutes (15 at least):" \
    "$(grep -nE 'timeLimit\(\.minutes\(([0-9]|1[0-4])\)' $(git ls-files Tests/'*.swift'))"
complain "A name in .ci/run of tests that sanitizers leave out, and that no test has:" \
    "$(sed -nE "s/^(slow|serial)='(.*)'\$/\2/p" .ci/run | tr '|' '\n' | while read -r name; do
        grep -rqF "$name" --include='*.swift' Tests || echo "$name: take it out, or write the new name of the test"
    done)"
exit $status
