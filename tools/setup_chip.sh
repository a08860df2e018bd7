#!/bin/sh
# The system packages that build the microcontroller's program and run it in a
# simulator. Running the cabinet needs none of them. Off Linux the chip is not tested:
# its simulator is a package of Debian.
set -eu
# shellcheck source=tools/packages.sh
. "$(dirname "$0")/packages.sh"

say() { printf 'setup: %s\n' "$*"; }
fail() { say "$*" >&2; exit 1; }
if [ "$(uname -s)" != Linux ]; then
    say "this is no Linux: the tests of the chip (tests/hil) will be SKIPPED" >&2
    exit 0
fi
look() {
    need gcc command -v cc
    need make command -v make
    need gcc-avr command -v avr-gcc
    need avr-libc test -f /usr/lib/avr/include/avr/io.h
    need libsimavr-dev test -f /usr/include/simavr/sim_avr.h
    need libelf-dev test -f /usr/include/libelf.h
}

provide "the chip" "
To test without the chip:
    .venv/bin/pytest -m 'not soak' --ignore tests/hil --ignore tests/firmware_bridge"
