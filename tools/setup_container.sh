#!/bin/sh
# What `make appliance` needs of the system: a Debian to install in, and a container to
# boot it in. Who asks for it wants an answer: what is missing ends it, loudly.
set -eu
fail() {
    printf 'appliance: NOTHING WAS TRIED: %s\n' "$*" >&2
    exit 1
}
[ "$(id -u)" = 0 ] || fail "only root can boot a machine in a container: sudo make appliance"
missing=
command -v systemd-nspawn >/dev/null || missing="$missing systemd-container"
command -v mmdebstrap >/dev/null || missing="$missing mmdebstrap"
command -v mke2fs >/dev/null || missing="$missing e2fsprogs"
if [ "$missing" ]; then
    command -v apt-get >/dev/null || fail "install$missing with your system's package manager"
    printf 'setup: installing the system packages%s\n' "$missing"
    # shellcheck disable=SC2086  # several names
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing; } >/dev/null ||
        fail "apt-get install$missing failed"
fi
[ -w /sys/fs/cgroup ] || fail "the control groups of this machine cannot be written: no systemd can be booted here"
losetup -f >/dev/null 2>&1 || fail "there is no loop device: the state of the machine needs a partition of its own"
