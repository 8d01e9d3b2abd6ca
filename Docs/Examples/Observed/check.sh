#!/bin/sh
# Starts the server on the loopback, requests it by curl, checks the answers, the log and the metrics, stops it, and fails if anything is
# off. CONFIGURATION says what to build (debug). Leaves no process and no file behind.
set -eu
cd "$(dirname "$0")"
swift=${SWIFT:-swift}
configuration=${CONFIGURATION:-debug}

"$swift" build ${SCRATCH:+--scratch-path "$SCRATCH"} -c "$configuration" --product Observed
own=$("$swift" build ${SCRATCH:+--scratch-path "$SCRATCH"} -c "$configuration" --show-bin-path)

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
    echo "-- the server's log:"
    tail -40 "$work/log"
    exit 1
}

"$own/Observed" 0 >"$work/output" 2>"$work/log" &
server=$!
url=
tries=0
while [ -z "$url" ]; do
    url=$(sed -n 's/^Observed listens on //p' "$work/output")
    tries=$((tries + 1))
    if [ "$tries" -gt 300 ] || ! kill -0 "$server" 2>/dev/null; then fail "it does not start"; fi
    sleep 0.1
done

# answers PATH STATUS TEXT: the status, and the text in a line of its own or as a part of one.
answers() {
    status=$(curl -s -o "$work/answer" -w '%{http_code}' "$url$1") || fail "curl $1"
    [ "$status" = "$2" ] || fail "$1 answers $status instead of $2"
    [ -z "$3" ] || grep -qF -- "$3" "$work/answer" || fail "$1 should answer: $3"
    echo "$1: $2 $3"
}
# logs TEXT: a line of the log has it.
logs() {
    grep -qF -- "$1" "$work/log" || fail "it should log: $1"
    echo "log: $1"
}
answers /convert/10 200 '$12.5'
answers /convert/8 200 '$10.0'
answers /convert/-1 200 '$-1.25'
answers /archive 500 ''
answers /startup 200 'Rates  singleton  created in '
answers /metrics 200 'depot_build_duration_seconds_count{service="Symbols",lifetime="singleton"} 1'
answers /metrics 200 'depot_build_duration_seconds_count{service="Conversion",lifetime="transient"} 3'
answers /metrics 200 'depot_scope_duration_seconds_count{kind="request"} 4'
answers /metrics 200 'depot_scopes_open{kind="request"} 0'
answers /metrics 200 'depot_resolution_failures_total{kind="factoryFailed"} 1'
answers /metrics 200 'depot_disposal_failures_total{type="Receipt"} 1'
logs 'cold start: '
logs 'slow build: Symbols'
logs 'in=build Conversion [Observed] span build Symbols'
logs 'in=request [Observed] span build Conversion'
logs 'resolving failed: The factory of Archive threw: FolderIsMissing()'
logs 'disposing failed: NoSuchAmount(euros: -1.0)'

echo "-- SIGTERM"
kill -TERM "$server"
status=0
wait "$server" || status=$?
server=
[ "$status" -eq 0 ] || fail "the server ended with status $status"
logs 'failures=0 [Observed] closed the container'
