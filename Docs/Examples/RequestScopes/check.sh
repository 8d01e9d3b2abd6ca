#!/bin/sh
# Starts the server on the loopback with a new database, uses it by popcorn, puts it under load, hangs up on it, looks at every line that
# it logged for a request, stops it, and fails if anything is off. SECONDS_OF_LOAD says for how long (5), CONFIGURATION what to build (debug). Leaves no process and no file behind.
set -eu
cd "$(dirname "$0")"
swift=${SWIFT:-swift}
seconds=${SECONDS_OF_LOAD:-5}
configuration=${CONFIGURATION:-debug}
root=../../..

"$swift" build ${SCRATCH:+--scratch-path "$SCRATCH"} -c "$configuration" --product RequestScopes
"$swift" build ${SCRATCH:+--scratch-path "$SCRATCH"} -c "$configuration" --product request-load
"$swift" build --package-path "$root" --product popcorn
own=$("$swift" build ${SCRATCH:+--scratch-path "$SCRATCH"} -c "$configuration" --show-bin-path)
popcorn=$("$swift" build --package-path "$root" --show-bin-path)/popcorn

work=$(mktemp -d)
touch "$work/output" "$work/log"
server=
clean_up() {
    if [ -n "$server" ]; then kill -KILL "$server" 2>/dev/null || true; fi
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 1' INT TERM
fail() {
    echo "FAILED: $*"
    echo "-- the server's output:"
    cat "$work/output"
    tail -20 "$work/log"
    exit 1
}

"$own/RequestScopes" --port 0 --database "$work/popcorn.sqlite" --rehearsal --log-level debug >"$work/output" 2>"$work/log" &
server=$!
url=
tries=0
while [ -z "$url" ]; do
    url=$(sed -n 's/^RequestScopes listens on //p' "$work/output")
    tries=$((tries + 1))
    if [ "$tries" -gt 300 ] || ! kill -0 "$server" 2>/dev/null; then fail "it does not start"; fi
    sleep 0.1
done

echo "-- popcorn --server $url"
POPCORN_HOME=$work/home
POPCORN_PASSWORD="correct horse battery staple"
export POPCORN_HOME POPCORN_PASSWORD
# says WHAT COMMAND…: popcorn's output begins with WHAT.
says() {
    expected=$1
    shift
    printed=$("$popcorn" "$@" --server "$url" 2>&1) || true
    echo "$printed" | head -1
    case $printed in
    "$expected"*) ;;
    *) fail "popcorn $* should say: $expected" ;;
    esac
}
says "Welcome, ada." sign-up ada
says "popcorn: The name \"ada\" is taken." sign-up ada
says "Logged in as ada." login ada
says "ada, with popcorn since " whoami
says "ada has new tokens" refresh
says "ada, with popcorn since " whoami
says "Logged out ada." log-out
says "popcorn: Nobody is logged in." whoami
says "Logged in as ada@cinepass." social-login cinepass ada
says "Logged out ada@cinepass." log-out

echo "-- $seconds seconds of load"
"$own/request-load" --server "$url" --database "$work/popcorn.sqlite" --log "$work/log" --seconds "$seconds" \
    || fail "the load found something"

echo "-- SIGTERM"
kill -TERM "$server"
status=0
wait "$server" || status=$?
server=
tail -1 "$work/output"
if [ "$status" -ne 0 ]; then fail "the server ended with status $status"; fi
# A request may fail because that was rehearsed, or because its client hung up; any other error, and what is no line of the log, may not be.
fine='^[^ ]+ ((debug|info|notice|warning) RequestScopes: |error RequestScopes: .* failed: (Rehearsed|CancellationError)\(\)$)'
if grep -vE "$fine" "$work/log" >"$work/complaints"; then
    head -20 "$work/complaints"
    fail "the server complained"
fi
case $(tail -1 "$work/output") in
"Closed; scopes open: 0;"*) ;;
*) fail "the server did not close everything" ;;
esac
