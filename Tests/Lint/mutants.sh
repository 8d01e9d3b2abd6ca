#!/bin/sh
# Every bug of Tests/Mutants can be planted: its patch fits the code line by line. One that a change has outdated is not noticed before `make mutants`, and fits
# somewhere else at worst. And the test that catches it is there: a test that has a new name is not found by the one in the patch. Prints those where it is not so;
# fails if there is one.
cd "$(dirname "$0")/../.." || exit 1
failed=0
for patch in Tests/Mutants/*.patch; do
    git apply --check "$patch" || {
        echo "$patch does not fit the code any more: change it with that."
        failed=1
    }
    filter=$(sed -n 's/^Caught by: //p' "$patch")
    # After its suite a test's name begins with a backtick, which `.*` stands for.
    case ${filter##*/} in
    "$filter") ;;
    .\**) grep -qrE -e "func .*${filter##*/.\*}" Tests/Depot*Tests || {
        echo "$patch is caught by a test that is not there: $filter"
        failed=1
    } ;;
    *)
        echo "$patch: a test's name begins with a backtick, so write $(echo "$filter" | sed 's,/,/.*,') for $filter"
        failed=1
        ;;
    esac
done
exit $failed
