#!/bin/sh
# try.sh RELEASE ETC STATE: whether a release can run this cabinet, found out beside it.
# It reads the settings, opens a copy of the books, takes a simulated coin and books it.
# Nothing it writes is kept.
set -eu
release=$1 etc=$2 state=$3
# With the rights the cabinet will have, and no more.
if [ "$(id -u)" = 0 ]; then exec runuser -u cabinet -- sh "$0" "$@"; fi

wrong() {
    printf 'try: %s\n' "$*" >&2
    exit 1
}

"$release/bin/cabinet" --version >/dev/null || wrong "the program does not start"
"$release/bin/cabinet" check "$etc/cabinet.yaml" >/dev/null || wrong "it does not read $etc/cabinet.yaml"

room=$(mktemp -d /tmp/cabinet-trial.XXXXXX)
cabinet=''
trap 'if [ "$cabinet" ]; then kill "$cabinet" 2>/dev/null || :; wait "$cabinet" 2>/dev/null || :; fi; rm -rf "$room"' EXIT
cp "$etc/cabinet.yaml" "$room"
if [ -e "$state/books.sqlite3" ]; then
    "$release/bin/python" - "$state/books.sqlite3" "$room/books.sqlite3" <<'COPY' || wrong "the books cannot be copied"
import sqlite3, sys
with sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True) as books, sqlite3.connect(sys.argv[2]) as copy:
    books.backup(copy)
COPY
fi
coins() { "$release/bin/cabinet" --state "$room" books --json 2>/dev/null | "$release/bin/python" -c '
import json, sys
print(json.load(sys.stdin)["lifetime"]["coins"])'; }
before=$(coins 2>/dev/null || echo 0)

"$release/bin/cabinet" --sim --headless --config "$room/cabinet.yaml" --state "$room" >"$room/said" 2>&1 &
cabinet=$!
tries=0
until "$release/bin/cabinet" panel --state "$room" coin >/dev/null 2>&1 && sleep 1 && [ "$(coins)" -gt "$before" ]; do
    tries=$((tries + 1))
    if [ $tries -ge 20 ] || ! kill -0 "$cabinet" 2>/dev/null; then
        cat "$room/said" >&2
        wrong "a simulated coin does not reach its books"
    fi
    sleep 1
done
