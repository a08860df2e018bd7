#!/bin/sh
# try.sh RELEASE ETC STATE: whether a release can run this cabinet, found out beside it.
# It reads the settings, opens a copy of the books, takes a simulated coin and books it.
# The copies are tried with a slot that is always open, so that it does not matter what
# the cabinet is doing: free play, a full purse, standby or out of order refuse no release.
# Nothing it writes is kept.
set -eu
release=$1 etc=$2 state=$3
# With the rights the cabinet will have, and no more: those of whoever owns the books.
owner=$(stat -c %U "$state")
if [ "$(id -u)" = 0 ] && [ "$owner" != root ]; then exec runuser -u "$owner" -- sh "$0" "$@"; fi

wrong() {
    printf 'try: %s\n' "$*" >&2
    exit 1
}

"$release/bin/cabinet" --version >/dev/null || wrong "the program does not start"
"$release/bin/cabinet" check "$etc/cabinet.yaml" >/dev/null || wrong "it does not read $etc/cabinet.yaml"

room=$(mktemp -d /tmp/cabinet-trial.XXXXXX)
cabinet=''
trap 'if [ "$cabinet" ]; then kill "$cabinet" 2>/dev/null || :; wait "$cabinet" 2>/dev/null || :; fi; rm -rf "$room"' EXIT
# Without the coil a coin is booked in every mode. No broker may hear of the trial, and
# no second program may reach for the dice tower.
"$release/bin/python" -I - "$etc/cabinet.yaml" "$room/cabinet.yaml" <<'SETTINGS' || wrong "its settings cannot be copied"
import json, pathlib, sys
from cabinet.settings.editing import plain
from cabinet.settings.wires import Io
settings = plain(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
for part in ("fleet", "dice"):
    settings.pop(part, None)
lines = settings.setdefault("io", {}).setdefault("lines", dict.fromkeys(Io().lines, {}))
for name in [name for name in lines if name.startswith(("coin.", "lockout"))]:
    del lines[name]
lines["coin.1"] = {}
settings["io"]["backend"] = "sim"
settings["coins"] = [{"slot": 1, "pulse_value": 100}]
settings["pricing"] = {"credit": 100, "max_credits": 999}
pathlib.Path(sys.argv[2]).write_text(json.dumps(settings), encoding="utf-8")
SETTINGS
said=$("$release/bin/cabinet" check "$room/cabinet.yaml" 2>&1) || wrong "its settings cannot be tried: $said"
if [ -e "$state/books.sqlite3" ]; then
    "$release/bin/python" -I - "$state/books.sqlite3" "$room/books.sqlite3" <<'COPY' || wrong "the books cannot be copied"
import sqlite3, sys
with sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True) as books, sqlite3.connect(sys.argv[2]) as copy:
    books.backup(copy)
COPY
fi
coins() { "$release/bin/cabinet" --state "$room" books --json 2>/dev/null | "$release/bin/python" -I -c '
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
