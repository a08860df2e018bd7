#!/bin/sh
# The system packages that build the microcontroller's program and run it in a
# simulator. Names those that are missing with the command that installs them, and
# installs them itself when it runs as root. Running the cabinet needs none of them.
set -eu

missing=
# need PACKAGE COMMAND…: COMMAND must succeed; PACKAGE is what provides it.
need() {
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}
look() {
    missing=
    need gcc command -v cc
    need make command -v make
    need gcc-avr command -v avr-gcc
    need avr-libc test -f /usr/lib/avr/include/avr/io.h
    need libsimavr-dev test -f /usr/include/simavr/sim_avr.h
    need libelf-dev test -f /usr/include/libelf.h
}
fail() { printf 'setup: %s\n' "$*" >&2; exit 1; }

look
[ -n "$missing" ] || exit 0
install="apt-get install -y --no-install-recommends$missing"
command -v apt-get >/dev/null 2>&1 ||
    fail "the chip needs$missing; install them with your system's package manager"
[ "$(id -u)" = 0 ] || fail "the chip needs$missing. Install them and run make again:
    sudo $install
To test without the chip:
    .venv/bin/pytest -m 'not soak' --ignore tests/hil --ignore tests/firmware_bridge"
printf 'setup: installing the system packages%s\n' "$missing"
apt-get update -qq && $install -qq
look
[ -z "$missing" ] || fail "installed, but still not found:$missing"
