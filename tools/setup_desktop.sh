#!/bin/sh
# What `make soak` needs to sell programs of others: desktops with X and with Wayland that
# need no display, free games and an emulator of Debian, and what builds a game for it.
# Elsewhere than on a Debian what is missing is skipped, and each test says so.
set -eu
# shellcheck source=tools/packages.sh
. "$(dirname "$0")/packages.sh"

say() { printf 'setup: %s\n' "$*"; }
fail() { say "$*" >&2; exit 1; }
if [ "$(uname -s)" != Linux ] || ! command -v apt-get >/dev/null; then
    say "this is no Debian: programs of others on a desktop may be SKIPPED" >&2
    exit 0
fi
look() {
    need xvfb command -v Xvfb
    need xterm command -v xterm
    need imagemagick command -v import
    need sway command -v sway
    need grim command -v grim
    need foot command -v foot
    need cc65 command -v ca65
    need mednafen test -e /usr/games/mednafen
    need ltris test -e /usr/games/ltris
    need lbreakouthd test -e /usr/games/lbreakouthd
}

provide "selling programs of others" "
To test without them:
    .venv/bin/pytest -m soak --ignore tests/system/test_guest_desktop.py --ignore tests/system/test_guest_wayland.py"
