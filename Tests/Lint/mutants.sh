#!/bin/sh
# Every bug of Tests/Mutants can be planted: its patch fits the code line by line. One that a change has outdated is not noticed before `make mutants`, and fits
# somewhere else at worst. Prints those that do not fit; fails if there is one.
cd "$(dirname "$0")/../.." || exit 1
failed=0
for patch in Tests/Mutants/*.patch; do
    git apply --check "$patch" || {
        echo "$patch does not fit the code any more: change it with that."
        failed=1
    }
done
exit $failed
